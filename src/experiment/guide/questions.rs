//! The guide's questions and answers.

use super::{Answer, Experiment, Question};
use crate::language::Bilingual;

const fn look(query: &'static str, zh: &'static str, en: &'static str) -> Experiment {
    Experiment {
        query,
        look: Bilingual::new(zh, en),
    }
}

/// The encodings of images: each ends where its grid ends.
const OF_IMAGES: &[&str] = &["sinusoidal_2d", "learned_2d", "rope_2d", "swin_2d"];

/// Every question, in the order in which the page asks.
pub const QUESTIONS: &[Question] = &[DIRECTION, LENGTH, DATA, NEED];

const DIRECTION: Question = Question {
    ask: Bilingual::new(
        "词的次序要紧吗？模型往哪边看？",
        "Does the order of words matter, and which way does the model look?",
    ),
    answers: &[
        Answer {
            id: "set",
            label: Bilingual::new(
                "不要紧，有哪些词就够了",
                "No: which words there are is enough",
            ),
            says: Bilingual::new(
                "那就用不着位置编码。双向注意力不加位置，词怎么换次序，整句的向量都一样。",
                "Then no encoding is needed. Bidirectional attention without positions gives the whole sentence the same vector in any order.",
            ),
            experiments: &[look(
                "view=order",
                "两句话的差距是 0.0000",
                "the distance between the two is 0.0000",
            )],
            names: &["none"],
            rules_out: &[],
        },
        Answer {
            id: "both",
            label: Bilingual::new(
                "要紧，每个词看得到整句（BERT 这类编码器）",
                "Yes, and each word sees all (encoders such as BERT)",
            ),
            says: Bilingual::new(
                "编码必须分得出左右。打分时只看隔多远、不看在哪一边的，做不到：把句子从头到尾倒过来，整句的向量不变，谁追谁还是分不清。ALiBi 要让一半的头只看左、一半只看右，才分得开。",
                "The encoding has to tell left from right. One that scores how far a word lies, not on which side, can’t: reverse the sentence and its vector stays, so who chases whom is lost. ALiBi manages once half its heads look left and half look right.",
            ),
            experiments: &[
                look(
                    "view=order&positions=on&scheme=alibi",
                    "位置开着，差距仍是 0.0000",
                    "positions are on, and the distance is still 0.0000",
                ),
                look(
                    "view=order&positions=on&scheme=alibi&direction=split",
                    "左右分开以后，差距不再是 0",
                    "with the two sides apart it no longer is",
                ),
                look(
                    "view=race&task=role&racers=none,alibi,alibi:direction=split,shaw",
                    "训练一场，问谁在动词前面：对称的 ALiBi 跟没有位置一样，只能猜",
                    "train on who stands before the verb: symmetric ALiBi can only guess, like no positions at all",
                ),
                look(
                    "view=order&positions=on&scheme=t5",
                    "T5 的桶分左右，差距不是 0",
                    "T5 has buckets for either side: not 0",
                ),
            ],
            names: &[
                "sinusoidal",
                "learned",
                "rope",
                "t5",
                "shaw",
                "transformer_xl",
                "deberta",
            ],
            rules_out: &[
                "none",
                "alibi",
                "kerple",
                "fire",
                "distance_decay",
                "cope",
                "content_gate",
            ],
        },
        Answer {
            id: "causal",
            label: Bilingual::new(
                "要紧，每个词只看前面（GPT 这类解码器）",
                "Yes, and each word sees what came before (decoders such as GPT)",
            ),
            says: Bilingual::new(
                "因果遮挡自己就漏出了次序，不加位置也分得开。对称的偏置在这里不再是毛病：反正只有一边可看。",
                "A causal mask tells of order by itself, even without positions. A symmetric bias is no fault here: there is only one side to look at.",
            ),
            experiments: &[
                look(
                    "view=order&mask=causal",
                    "位置没开，差距也不是 0",
                    "positions are off, yet the distance isn’t 0",
                ),
                look(
                    "view=compare&mask=causal&compare=none,alibi,rope,t5",
                    "斜线格子是看不到的那一边",
                    "the hatched cells are the side that can’t be seen",
                ),
            ],
            names: &["none", "rope", "alibi", "t5", "kerple", "fire", "xpos"],
            rules_out: &[],
        },
    ],
};

const LENGTH: Question = Question {
    ask: Bilingual::new(
        "用起来的句子会比训练时长吗？",
        "Will sentences be longer than those it was trained on?",
    ),
    answers: &[
        Answer {
            id: "short",
            label: Bilingual::new("不会，长度有上限", "No, there is a limit"),
            says: Bilingual::new(
                "给每个位置学一行也行。只是表有几行就到几行，再往后没有。",
                "A learned row for each position will do. The table ends where its rows end, and beyond it there is nothing.",
            ),
            experiments: &[
                look(
                    "view=compare&compare=sinusoidal,learned:max_len=32",
                    "学来的表画到第 31 行为止",
                    "the learned table stops after row 31",
                ),
                look(
                    "view=order&positions=on&scheme=learned&max_len=2",
                    "三个词，表只有两行：页面说缺哪一行",
                    "three words and two rows: the page says which is missing",
                ),
            ],
            names: &["learned", "sinusoidal", "rope", "t5", "shaw", "deberta"],
            rules_out: &[],
        },
        Answer {
            id: "longer",
            label: Bilingual::new("会，也许长出几倍", "Yes, perhaps several times over"),
            says: Bilingual::new(
                "先去掉有尽头的表。其余的，公式写到多远都有值。有值不等于模型会用：没训练过的距离，要考过才知道。",
                "Rule out tables that end. The rest have a value however far you go. That doesn’t mean a model can use it: whether it copes with distances beyond training, only a test tells.",
            ),
            experiments: &[
                look(
                    "view=compare&compare=learned:max_len=32,sinusoidal,rope,alibi",
                    "后三种画满 64 行；ALiBi 沿对角线颜色不变",
                    "the last three fill all 64 rows; ALiBi is the same along each diagonal",
                ),
                look(
                    "view=race&task=role&racers=sinusoidal,learned,rope,shaw",
                    "训练一场，再把句子拉到 8 倍长，看谁往下掉",
                    "train a few, then stretch the sentences eightfold and see which fall",
                ),
                look(
                    "view=extension",
                    "RoPE 的频率不改，直接读长文：有几对会转到训练时没见过的角度",
                    "RoPE read beyond its training: how many pairs reach angles it never saw",
                ),
            ],
            names: &[
                "sinusoidal",
                "rope",
                "alibi",
                "t5",
                "shaw",
                "kerple",
                "fire",
            ],
            rules_out: &[
                "learned",
                "table",
                "learned_2d",
                "swin_2d",
                "sinusoidal_2d",
                "rope_2d",
            ],
        },
        Answer {
            id: "stretch",
            label: Bilingual::new(
                "有一个训好的 RoPE 模型，要撑长",
                "I have a RoPE model and want to stretch it",
            ),
            says: Bilingual::new(
                "几种改法改的是不同的维度对。线性内插把每一对都放慢；NTK 不动最快的一对，越慢的放慢得越多；YaRN 转得快的不动、转得慢的按线性放慢，另外把分数放大一点。",
                "The recipes change different pairs. Linear interpolation slows them all; NTK leaves the fastest alone and slows the others the more, the slower they are; YaRN keeps the fast ones, slows the slow ones like linear does, and scales scores up a little.",
            ),
            experiments: &[
                look(
                    "view=extension&scaling=yarn",
                    "每种改法把每一对放慢多少，画在一张图上",
                    "by how much each recipe slows each pair, in one plot",
                ),
                look(
                    "view=compare&compare=rope,rope:scaling=linear;factor=4,rope:scaling=ntk;factor=4,rope:scaling=yarn;factor=4",
                    "比较余弦图最左边一列：线性变慢了，NTK 和 YaRN 没变",
                    "compare the leftmost column of cosines: slower under linear, the same under NTK and YaRN",
                ),
            ],
            names: &["rope"],
            rules_out: &[],
        },
    ],
};

const DATA: Question = Question {
    ask: Bilingual::new("模型读的是什么？", "What does the model read?"),
    answers: &[
        Answer {
            id: "text",
            label: Bilingual::new("一行文字", "A line of text"),
            says: Bilingual::new(
                "位置就是第几个词。二维编码把它折成一格一格的行和列，隔一个行宽的两个词会被当成上下相邻。",
                "The position is the place in the line. An encoding of images folds it into rows and columns, and takes two words a row’s width apart for neighbours.",
            ),
            experiments: &[look(
                "view=compare&compare=sinusoidal,sinusoidal_2d",
                "右边的图每 8 行，就有一半的列从头来过",
                "on the right, half the columns start over every 8 rows",
            )],
            names: &["sinusoidal", "learned", "rope", "alibi", "t5"],
            rules_out: OF_IMAGES,
        },
        Answer {
            id: "patches",
            label: Bilingual::new("图像的小块", "Patches of an image"),
            says: Bilingual::new(
                "编号相邻的两块，可能一块在行尾，一块在下一行开头。二维编码按行和列分别算，才知道谁挨着谁。",
                "Two patches with neighbouring numbers may be the end of one row and the start of the next. A 2-D encoding counts rows and columns apart and knows who lies beside whom.",
            ),
            experiments: &[
                look(
                    "view=patches",
                    "指一块，看四种编码各把哪些块当作邻居",
                    "point at a patch: which ones each of four encodings takes for neighbours",
                ),
                look(
                    "view=compare&compare=sinusoidal,sinusoidal_2d,rope_2d,swin_2d",
                    "后三种的图案每 8 行一折：那是格子的一行",
                    "in the last three the pattern turns every 8 rows: a row of the grid",
                ),
            ],
            names: OF_IMAGES,
            rules_out: &[],
        },
        Answer {
            id: "marks",
            label: Bilingual::new(
                "文字，其中几个位置要特别点出来",
                "Text in which some places are marked",
            ),
            says: Bilingual::new(
                "混合编码近处用相对向量，再给标出来的位置各加一个向量。",
                "The hybrid uses relative vectors nearby and adds a vector to each marked position.",
            ),
            experiments: &[look(
                "view=compare&compare=hybrid,hybrid:marked=1",
                "标出了位置 1：看它那一行，再看有多少注意力转走",
                "position 1 alone is marked: see its row, and how much attention moves",
            )],
            names: &["hybrid"],
            rules_out: OF_IMAGES,
        },
        Answer {
            id: "counted",
            label: Bilingual::new(
                "文字，但要按内容数（第几句、第几个名词）",
                "Text, but counted by content (the 2nd sentence, the 3rd noun)",
            ),
            says: Bilingual::new(
                "别的编码数的都是词元。CoPE 由查询和键决定哪些算数，再按数出来的位置去查表。",
                "Every other encoding counts tokens. In CoPE query and key decide what counts, and the count looks up a vector.",
            ),
            experiments: &[look(
                "view=compare&compare=none,cope",
                "CoPE 的表没有位置，只有数到几",
                "CoPE’s table has no positions, only counts",
            )],
            names: &["cope"],
            rules_out: OF_IMAGES,
        },
    ],
};

const NEED: Question = Question {
    ask: Bilingual::new(
        "换了长度，哪一样必须照样认得？",
        "What must still be told when the length changes?",
    ),
    answers: &[
        Answer {
            id: "near",
            label: Bilingual::new("近处比远处要紧", "That what is near matters more"),
            says: Bilingual::new(
                "把距离直接从分数里扣掉就行，不用学。每个头扣得有轻有重，轻的看得远。",
                "Take distance off the score, with nothing to learn. Some heads take off much, some little; these look far.",
            ),
            experiments: &[look(
                "view=compare&compare=none,alibi,distance_decay:reading=logits",
                "差值图里，橙色聚在对角线旁边",
                "in the maps of differences orange gathers along the diagonal",
            )],
            names: &["alibi", "kerple", "fire", "distance_decay", "xpos"],
            rules_out: &[],
        },
        Answer {
            id: "offset",
            label: Bilingual::new(
                "正好隔几个词（前一个、往前第四个）",
                "An exact offset (the word before, the fourth before)",
            ),
            says: Bilingual::new(
                "每种距离要有自己的一行。按距离查表的编码近处一种距离一行，远处几种合用一行：合用一行的，模型再也分不开。",
                "Each distance needs a row of its own. Encodings that look up distances give near ones a row each and let far ones share; what shares a row can’t be told apart.",
            ),
            experiments: &[
                look(
                    "view=race&task=back_k&racers=shaw,alibi,rope,none",
                    "训练一场，答案是往回第 4 个词：比比 Shaw 和 ALiBi",
                    "train on the word four back: compare Shaw with ALiBi",
                ),
                look(
                    "view=anatomy&scheme=t5",
                    "T5 的桶画成台阶：台阶平的一段，几种距离合用一个桶",
                    "T5’s buckets as a staircase: where it is flat, distances share a bucket",
                ),
                look(
                    "view=compare&compare=shaw:clip=4,t5,deberta",
                    "翻到“查第几行”：颜色相同的格子，模型看来是同一种距离",
                    "turn to “row index”: cells of one colour are one distance to the model",
                ),
            ],
            names: &["shaw", "t5", "deberta", "transformer_xl", "rope"],
            rules_out: &[],
        },
        Answer {
            id: "place",
            label: Bilingual::new("是全句的第几个词", "The place in the whole sentence"),
            says: Bilingual::new(
                "每个位置要带着自己的东西。从第一扇门进来的编码每行都不同；偏置只有距离，整段往后挪，一个数也不变。",
                "Each position must bear something of its own. What enters by door 1 differs in every row; a bias knows distances alone, so shifting everything changes nothing.",
            ),
            experiments: &[look(
                "view=compare&compare=sinusoidal,learned,alibi,t5",
                "前两种行行不同，后两种沿对角线不变",
                "every row differs in the first two; the last two are the same along diagonals",
            )],
            names: &["sinusoidal", "learned", "dynamic"],
            rules_out: &[],
        },
    ],
};
