//! 编码对比的中文。

use super::compare::CompareStrings;

pub(super) const STRINGS: CompareStrings = CompareStrings {
    region: "参加对比的句子",
    settings: "遮挡、切词与模型",
    lineup: "参加对比的编码",
    entry: |place| format!("第 {place} 种编码"),
    parameters: "参数",
    earlier: |name| format!("把{name}往前挪"),
    later: |name| format!("把{name}往后挪"),
    remove: |name| format!("去掉{name}"),
    add: "再加一种",
    schemes: "编码方式",
    presets: "照知名模型的设置",
    add_it: "加进来",
    full: "最多并排六种；去掉一种，才能再加。",
    baseline: "基准",
    elsewhere: "的注意力转到了别处",
    number_is: "百分数说的是：与基准相比，有多大一份注意力转到了别的词上，按这一层所有的头、所有查询取平均。0% 是一模一样，100% 是毫无重叠。这个量叫总变差距离。",
    table: |name| format!("{name}放进去的东西"),
    map: |name, head| format!("{name}：头 {head} 在看哪里"),
    apart: |name, first, head, share| format!("{name}减{first}，头 {head}：{share}"),
    apart_is: "差值图里，橙色是比基准看得多，蓝色是看得少，纸色是没变。",
    scale: "编码图",
    scales: ["同门同尺", "各用一尺"],
    scale_is: "从同一扇门进来的编码共用一把色尺：颜色浅，就是数值真的小。",
    legends: ["注意力权重", "与基准的差"],
    busy: "正在计算……",
    done: |first, others| format!("算好了。基准是{first}。{others}。"),
    one: |name, share| format!("{name}有 {share} 的注意力转到了别处"),
    and: "；",
};
