//! 训练与外推，中文。

use super::race::{RaceStrings, Standing};

pub(super) const STRINGS: RaceStrings = RaceStrings {
    region: "任务与训练",
    chance: |share| format!("乱猜能对 {share}"),
    blind: |share| format!("完全不知道顺序的模型，最多对 {share}"),
    answer: |answer| format!("该答：{answer}"),
    train: "开始训练",
    train_again: "从头再练一次",
    pause: "暂停",
    resume: "继续",
    step: "走一步",
    reset: "清空",
    more: |steps| format!("再练 {steps} 步"),
    save: "存下权重",
    load: "读入权重",
    pace: "快慢",
    paces: ["全速", "每秒 10 步", "每秒 2 步"],
    leaks: "遮挡写错了，每个词都看得见它后面的词。这里接近 100 % 的分数不是本事，是照着答案抄。真要一个词一个词往下写时，后面还什么都没有。",
    opening: "正在放回权重",
    resumed: |step| format!("显卡断开过，已从第 {step} 步的存档接着练。"),
    restored: "这是刷新之前的那一场，权重也还在。",
    loaded: "这是文件里的那一场，和存下时一样。",
    file: |why| format!("{why}。"),
    progress: "训练进度",
    steps: |taken, of| format!("{taken} / {of} 步"),
    time: |seconds, left| match left {
        Some(left) if left >= 0.5 => format!("{seconds:.1} 秒，还要约 {left:.0} 秒"),
        _ => format!("{seconds:.1} 秒"),
    },
    testing: |length| format!("练完了，正在用 {length} 个词的新句子考它们"),
    learning: "训练过程",
    measure: "看哪个量",
    measures: ["正确率", "损失"],
    measure_axes: ["正确率（训练句）", "交叉熵（nat）"],
    measure_captions: [
        "每一批都是没见过的新句子，所以这就是真本事；上下抖动是因为一批只有几十句。",
        "交叉熵，单位 nat。瞎猜两选一是 ln 2 ≈ 0.69。",
    ],
    step_axis: "训练步数",
    guess: "乱猜",
    no_curve: "按“开始训练”，几条曲线就会在这里一起长出来。",
    lengths: "拉长句子",
    lengths_lead: "只用训练时没见过的新句子来考；灰色的一段是训练过的长度。",
    noise: [
        "只练了一个种子：差几个百分点，可能只是种子或考题碰巧。换三个种子练，就知道运气有多大。",
        "线是三个种子的平均，色带从最低到最高。两条色带叠在一起，差别就是噪声，不要排名次。",
    ],
    length: "测试长度",
    length_value: |length, times| format!("{length} 个词元，训练长度的 {times} 倍"),
    trained: "训练过",
    length_axis: "句子里有多少个词元",
    accuracy_axis: "正确率",
    length_measures: ["正确率", "困惑度"],
    perplexity_axis: "困惑度：e 的交叉熵次方（越低越好）",
    perplexed: |length, times, values| {
        format!(
            "{length} 个字，训练长度的 {times} 倍，困惑度：{}。",
            values.join("，")
        )
    },
    no_test: "练完以后，这里会告诉你：句子变长时谁还答得对。",
    reading,
    remedies: "考试时的补救，不再训练",
    remedy: |kind| match kind {
        "none" => ("不补救", "照训练时的样子用。学出来的表走到没练过的行。"),
        "linear" => (
            "位置内插",
            "把位置按比例缩回训练过的范围。先后还分得清，“正好隔几个”就糊了。",
        ),
        "ntk" => ("NTK", "把底数放大：快的频率不动，慢的频率拉长。"),
        "dynamic" => ("动态 NTK", "超过训练长度以后，底数跟着长度一起变。"),
        "yarn" => (
            "YaRN",
            "快的频率不动，慢的内插，中间平滑过渡，再调一下注意力的温度。",
        ),
        "clamp" => ("停在末行", "超出的位置都用最后一行。"),
        "wrap" => ("绕回开头", "超出的位置从第一行重新数。"),
        "interpolate" => ("挤进表里", "所有位置按比例挤进练过的行，取相邻两行的混合。"),
        "zero" => ("留空", "没练过的位置什么也不加。"),
        "off" => ("关掉位置", "半路把四扇门全关上，权重不动。"),
        _ => ("", ""),
    },
    remedied: |name, remedy| format!("{name}＋{remedy}"),
    off_theory: |share| format!("先说结果再看：门全关上以后，分不清顺序的模型最多只能对 {share}。"),
    look: "它们在看哪里",
    look_lead: "同一个句子，每种编码练到现在的注意力。行是在问的词，列是被看的词。",
    look_choices: ["编码", "层", "头"],
    layer: |layer| format!("第 {layer} 层"),
    head: |head| format!("第 {head} 头"),
    said: |answer, right| match right {
        true => format!("它答“{answer}”，对了。"),
        false => format!("它答“{answer}”，错了。"),
    },
    map: |name, layer, head| format!("{name}，第 {layer} 层第 {head} 头"),
    query_key: ["问", "被看"],
    setting: "比什么",
    fine: "训练细节",
    racers: "参赛的编码",
    racers_help: |least, most| {
        format!("选 {least} 到 {most} 种。起点的权重、数据和顺序都一样，只有门不同。")
    },
    model: "模型",
    model_is: |d_model, heads, layers, batch| {
        format!(
            "宽 {d_model}，{heads} 个头，{layers} 层；每步 {batch} 句，Adam，先升后降的学习率。"
        )
    },
    lost: "显卡断开了，还没来得及存档，没法接着练。可以从头再练。",
};

fn reading(at: &Standing) -> String {
    let list = |names: &[String]| names.join("、");
    let mut parts = Vec::new();
    if !at.hold.is_empty() {
        parts.push(format!("{} 还答得对", list(&at.hold)));
    }
    if !at.fade.is_empty() {
        parts.push(format!("{} 开始出错", list(&at.fade)));
    }
    if !at.guess.is_empty() {
        parts.push(format!("{} 和乱猜差不多", list(&at.guess)));
    }
    let where_ = match at.times.as_str() {
        "1" => "在训练长度上".to_owned(),
        times => format!("{} 个词元，训练长度的 {times} 倍", at.length),
    };
    format!("{where_}：{}。", parts.join("；"))
}
