//! 图上的中文。

use super::figure::{
    AttentionStrings, BelowStrings, EncodingStrings, FigureStrings, HouseStrings, InspectStrings,
    MapStrings, PipelineStrings, RowStrings,
};
use crate::model::Part;

pub(super) const STRINGS: FigureStrings = FigureStrings {
    map: MapStrings {
        role: "热图",
        keys: "方向键走一格，Home、End 到行首行尾，加 Ctrl 到两角，PageUp、PageDown 翻页。",
        keys_open: "方向键走一格，Home、End 到行首行尾，PageUp、PageDown 换一张，回车看这一格怎么算出来。",
        hint: "指向一格，或用方向键走，就能读到它的数。",
        value: |place, value| format!("{place}：{value}"),
        query_key: ["查询", "键"],
        token_dimension: ["词", "维"],
        position_dimension: ["位置", "维"],
        place: |[row, column], [r, c]| format!("{row} {r}，{column} {c}"),
        hidden: "被遮挡，看不到",
        size: |rows, columns| format!("{rows} 行 × {columns} 列。"),
        extremes: |min, min_at, max, max_at| {
            format!("最小 {min}（{min_at}），最大 {max}（{max_at}）。")
        },
        large: "数太多，不逐个通读；用光标或表格读需要的那几个。",
        legend: |[low, high]| format!("色尺：从 {low} 到 {high}"),
        table: "用表格看",
        close_table: "收起表格",
        part: |[shown_rows, rows], [shown_columns, columns]| {
            if shown_rows == rows && shown_columns == columns {
                format!("全部 {rows} 行 {columns} 列")
            } else {
                format!(
                    "{rows} 行里的 {shown_rows} 行，{columns} 列里的 {shown_columns} 列，跟着光标走"
                )
            }
        },
        zoom: ["缩小", "放大"],
    },
    rows: RowStrings {
        title: "两句话的输出行",
        side: |sentence| format!("{sentence}的输出行"),
        permuted: "每一行是一个词的输出向量，数值相同的行用线连着。词换了位置，行也跟着换了位置，行里的数一个都没变：这叫等变。取平均以后，次序就看不出来了。",
        same: "每一行是一个词的输出向量，数值相同的行用线连着。两边逐行相同。",
        none: "每一行是一个词的输出向量。同一个词在两句话里的向量已经不同，没有一行能连上。",
        some: |equal, of| {
            format!("每一行是一个词的输出向量，数值相同的行用线连着：{of} 行里连上了 {equal} 行。")
        },
        causal: "每一行是一个词的输出向量。没加位置，却没有一行能连上：每个词只看得到自己和前面的词，前面有谁不一样，算出来就不一样。",
        causal_some: |equal, of| {
            format!(
                "每一行是一个词的输出向量，数值相同的行用线连着。因果遮挡下每个词只看得到前面，前面的词没变的行才连得上：{of} 行里有 {equal} 行。"
            )
        },
        pair: |a, b| format!("第一句的 {a} 与第二句的 {b} 相同"),
        cut: |shown, of| format!("这里画出 {of} 维中的前 {shown} 维；是否相同按全部维度判断。"),
        cut_rows: |shown, of| format!("这里画出 {of} 行中的前 {shown} 行。"),
    },
    house: HouseStrings {
        title: "位置从哪扇门进来",
        doors: ["加在输入上", "旋转查询和键", "加在分数上", "按距离另配向量"],
        enters: [
            "每个位置一行数，加到词向量上",
            "每个位置一组角度，查询和键各转各的",
            "每对词一个数，加到分数上",
            "每种距离一个向量，查询遇到键时一起算",
        ],
        state: ["关着", "开着"],
        open: |doors| format!("开着的门：{doors}。"),
        shut: "四扇门都关着：进屋的只有词，没有位置。",
        numbers: ["一", "二", "三", "四"],
        and: "、",
        distances: "距离数",
    },
};

pub(super) const BELOW: BelowStrings = BelowStrings {
    attention: AttentionStrings {
        title: "每个头在看哪里",
        caption: "行是发问的词，列是被看的词；一行加起来等于 1。两句话用同一把色尺。点一格，看它怎么算出来。",
        masked: "斜线：因果遮挡不让看，不是权重为 0。",
        head: |head| format!("头 {head}"),
        layer: |layer| format!("第 {layer} 层"),
        layers: "看哪一层",
        heads: "看哪个头",
        entropy: |nats| format!("H {nats}"),
        entropy_is: |most| {
            format!("H 是熵，单位 nat，说的是看得散不散：0 是只看一个词，{most} 是看得最平均。")
        },
        side: |sentence, heads, tokens| {
            format!("{sentence}的注意力：{heads} 个头，每个 {tokens} × {tokens}。")
        },
        largest: |head, query, key, weight| {
            format!("头 {head} 最大的权重是 {query} 看 {key}，{weight}。")
        },
        not_made: "句子长，一次只算一个头的图；换一个头或换一层，就重新算一遍。",
        cell: |head, query, key, value| format!("头 {head}，{query} 看 {key}：{value}"),
    },
    encoding: EncodingStrings {
        title: "编码本身",
        choose: "看哪一部分",
        part: |part| match part {
            Part::Input => "加上的行",
            Part::Cosine => "余弦",
            Part::Sine => "正弦",
            Part::Growth => "伸缩",
            Part::Bias => "偏置",
            Part::Damping => "衰减",
            Part::Gate => "门控",
            Part::Counted => "计数向量",
            Part::Index => "查第几行",
            Part::Keys => "键的向量",
            Part::Queries => "查询的向量",
            Part::Values => "值的向量",
        },
        caption: |part| match part {
            Part::Input => "每一行是一个位置要加到词向量上的那一行数。",
            Part::Cosine | Part::Sine => {
                "每一行是一个位置，每一列是一对维度；查询和键按这里的角度转。左边转得快，右边转得慢。"
            }
            Part::Growth => {
                "除了转，查询的每一对维度还要乘上这个数，键则除以它：远处的分数于是变小。"
            }
            Part::Bias => {
                "每一格是一对位置：查询和键的分数要加上的数。沿对角线颜色不变，就是只看相对距离。"
            }
            Part::Damping => "每一格是一对位置：softmax 之后，权重还要乘上的数。",
            Part::Gate => "每一格是一对位置：分数按这个系数再加一份，所以偏置的大小由内容决定。",
            Part::Counted => "位置由内容数出来，再到这张表里查一行；落在两行之间，就按比例取。",
            Part::Index => "每一格是一对位置，数字是它去表里查的行号。颜色相同，查的就是同一行。",
            Part::Keys => "表里的每一行是一种距离的向量，与查询相乘，加到分数上。",
            Part::Queries => "表里的每一行是一种距离的向量，与键相乘，加到分数上。",
            Part::Values => "表里的每一行是一种距离的向量，按注意力的权重混进输出。",
        },
        query_key: ["查询位置", "键位置"],
        pair: "维度对",
        row: "行",
        look_up: |row| format!("查第 {row} 行"),
        exact: |exact, difference| format!("精确值 {exact}，相差 {difference}"),
        nothing: "这种编码没有表：什么也没有进来。",
        naive: "现在用的是 f32 直接算角度：位置越大，错得越多。指向一格看它差多少。",
        from: "从位置",
    },
    pipeline: PipelineStrings {
        title: "一步一步",
        caption: "每一步都写着张量真实的形状。点开一步，看里面的数。",
        block: |layer| format!("第 {layer} 层"),
        door: |door, open| {
            let door = ["一", "二", "三", "四"][door - 1];
            let state = if open { "开着" } else { "关着" };
            format!("第{door}扇门，{state}")
        },
        tensor: |stage, name| format!("{stage}（{name}）"),
        list: "编号",
        tensors: "看哪一个张量",
    },
    inspect: InspectStrings {
        title: |sentence, layer, head, query, key| {
            format!("{sentence}，第 {layer} 层，头 {head}：{query} 看 {key}")
        },
        close: "关闭",
        products: |query, key| format!("{query} 的查询与 {key} 的键逐维相乘，再加起来"),
        score: "乘上缩放，就是分数",
        softmax: |query| format!("和 {query} 的其他分数一起过 softmax，就是权重"),
        terms: ["查询", "键", "乘积"],
        sum: "合计",
        more: |count| format!("另有 {count} 维"),
        relative: "第四扇门",
        bias: "第三扇门",
        shown: |shown, difference| format!("图上的数是 {shown}，与这里相差 {difference}。"),
        later: |query, key| {
            format!("{key} 在 {query} 的后面，因果遮挡不让看：这一格不参加 softmax，权重就是 0。")
        },
        padding: "这个键是填充，谁也看不到它，权重就是 0。",
        mixture: |token, dimension, head| {
            format!("{token} 的第 {dimension} 维：头 {head} 的权重乘上各个值，再加起来")
        },
        more_keys: |count| format!("另有 {count} 个键"),
        mixed: ["键", "权重", "值", "乘积"],
    },
};
