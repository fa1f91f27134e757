"""The words of exam papers, as tables: labels, kinds of questions, right and wrong.

Simplified, Traditional and English beside each other. Nothing here reads a line.
"""

from __future__ import annotations

from typing import Literal

Label = Literal["key", "analysis", "learner", "meta", "kind", "stem", "options", "material"]

LABELS: dict[Label, tuple[str, ...]] = {
    "learner": (
        *("我的答案", "你的答案", "您的答案", "学生答案", "學生答案", "考生答案", "我的作答"),
        *("你的作答", "作答结果", "我的选择", "你的选择", "您的选择", "用户答案", "所选答案"),
        *("我的得分", "本题得分", "本題得分", "得分", "正确率", "正確率", "全站正确率", "易错项"),
        *("作答情况", "答题情况", "答题时间", "用时", "Your answer", "My answer", "Your response"),
        *("Selected answer", "Student answer", "Your score", "Score"),
    ),
    "analysis": (
        *("答案解析", "答案分析", "试题解析", "試題解析", "题目解析", "題目解析", "试题分析"),
        *("参考解析", "參考解析", "解析", "详解", "詳解", "解释", "解釋", "分析", "点评", "點評"),
        *("点睛", "點睛", "解题思路", "解題思路", "思路点拨", "点拨", "點撥", "精析", "名师点睛"),
        *("本题解析", "本題解析", "本题详解", "习题解析", "考题解析", "专家解析", "名师解析"),
        *("老师解析", "官方解析", "解题过程", "解析过程", "评析", "解题分析"),
        *("试题详解", "答案详解", "解答过程", "答题解析", "解答", "答案说明", "答案解释"),
        *("Explanation", "Rationale", "Feedback", "Analysis", "Solution", "Reason"),
    ),
    "key": (
        *("正确答案", "正確答案", "参考答案", "參考答案", "标准答案", "標準答案", "本题答案"),
        *("本題答案", "试题答案", "正确选项", "正確選項", "答案要点", "答案要點", "参考要点"),
        *("参考译文", "参考范文", "答题要点", "答題要點", "答案", "正解", "评分要点"),
        *("Correct answers", "Correct answer", "Correct option", "Correct choice", "Right answer"),
        *("Model answer", "Sample answer", "Suggested answer", "Expected answer", "Answer key"),
        *("Answers", "Answer", "Ans", "Key"),
    ),
    "kind": ("试题类型", "题目类型", "題目類型", "题型", "題型", "Question type", "Type"),
    "meta": (
        *("难度系数", "难易程度", "难易度", "難易度", "难度", "難度", "知识点", "知識點"),
        *("考点", "考點", "考查点", "来源", "來源", "出处", "出處", "章节", "章節", "标签", "標籤"),
        *("分值", "分数", "分數", "题目分值", "能力层次", "认知层次", "题目难度", "试题难度"),
        *("Difficulty", "Points", "Marks", "Topic", "Tags", "Tag", "Source", "Category"),
    ),
    "stem": ("题目", "題目", "题干", "題幹", "问题", "問題", "试题", "試題", "Question", "Stem"),
    "options": ("选项", "選項", "备选项", "Options", "Choices"),
    "material": (
        *("案例材料", "案例背景", "案例描述", "背景材料", "阅读材料", "閱讀材料", "资料", "資料"),
        *("材料", "背景资料", "背景資料", "背景", "案情", "Passage", "Case", "Material"),
    ),
}
"""What the labels before a colon or in 【 】 say, the longer and more special words first."""

NO_KEY = ("略", "无", "無", "空", "暂无", "暫無", "没有", "none", "n/a", "-", "—", "——", "/")
"""What stands for a key that is not given."""

ELSEWHERE = (
    "见末尾",
    "见文末",
    "见后",
    "见附",
    "附后",
    "见卷末",
    "見末尾",
    "見後",
    "见下",
    "见最后",
)
"""What says that the key stands in another place."""

TRUE = frozenset(
    (
        *("○", "〇", "⭕", "o", "√", "✓", "✔", "☑", "✅", "v", "t", "true", "y", "yes", "right"),
        *("对", "對", "正确", "正確", "是", "对的", "正确的", "是的", "对√", "√对", "correct"),
    )
)
FALSE = frozenset(
    (
        *("×", "✗", "✘", "✕", "✖", "❌", "╳", "☒", "x", "f", "false", "n", "no", "wrong"),
        *("错", "錯", "错误", "錯誤", "不正确", "不正確", "不对", "不對", "否", "错的", "错误的"),
        *("不是", "非", "誤", "误", "incorrect"),
    )
)

KINDS: dict[str, str] = {
    "单项选择": "single",
    "單項選擇": "single",
    "单选": "single",
    "單選": "single",
    "最佳选择": "single",
    "多项选择": "multiple",
    "多項選擇": "multiple",
    "多选": "multiple",
    "多選": "multiple",
    "不定项选择": "multiple",
    "不定項選擇": "multiple",
    "不定项": "multiple",
    "双项选择": "multiple",
    "选择": "choice",
    "選擇": "choice",
    "判断对错": "true-false",
    "判断正误": "true-false",
    "正误判断": "true-false",
    "判断改错": "true-false",
    "判断": "true-false",
    "判斷": "true-false",
    "是非": "true-false",
    "填空": "blank",
    "填充": "blank",
    "简答": "essay",
    "簡答": "essay",
    "问答": "essay",
    "問答": "essay",
    "论述": "essay",
    "論述": "essay",
    "名词解释": "essay",
    "名詞解釋": "essay",
    "计算": "essay",
    "計算": "essay",
    "应用": "essay",
    "應用": "essay",
    "解答": "essay",
    "证明": "essay",
    "設計": "essay",
    "设计": "essay",
    "分析": "essay",
    "综合": "essay",
    "綜合": "essay",
    "综合应用": "essay",
    "综合分析": "essay",
    "作文": "essay",
    "写作": "essay",
    "翻译": "essay",
    "编程": "essay",
    "操作": "essay",
    "实操": "essay",
    "开放": "essay",
    "讨论": "essay",
    "改错": "essay",
    "主观": "essay",
    "客观": "choice",
    "案例分析": "case",
    "案例": "case",
    "材料分析": "case",
    "材料": "case",
    "阅读理解": "case",
    "閱讀理解": "case",
    "阅读": "case",
    "情景": "case",
    "连线": "matching",
    "連線": "matching",
    "匹配": "matching",
    "配对": "matching",
    "配對": "matching",
    "配伍": "matching",
    "排序": "ordering",
    "排列": "ordering",
}
"""Kinds in Chinese, said with or without 题 behind them."""

ENGLISH_KINDS: dict[str, str] = {
    "single choice": "single",
    "single-choice": "single",
    "single answer": "single",
    "multiple choice": "choice",
    "multiple-choice": "choice",
    "multiple answer": "multiple",
    "multiple answers": "multiple",
    "multiple response": "multiple",
    "multiple select": "multiple",
    "multi-select": "multiple",
    "multiselect": "multiple",
    "select all that apply": "multiple",
    "true or false": "true-false",
    "true/false": "true-false",
    "true-false": "true-false",
    "true / false": "true-false",
    "t/f": "true-false",
    "fill in the blanks": "blank",
    "fill in the blank": "blank",
    "fill-in-the-blank": "blank",
    "fill-in": "blank",
    "short answer": "essay",
    "short answers": "essay",
    "essay": "essay",
    "essays": "essay",
    "open question": "essay",
    "open questions": "essay",
    "free response": "essay",
    "case study": "case",
    "case studies": "case",
    "reading comprehension": "case",
    "matching": "matching",
    "ordering": "ordering",
    "numerical": "numeric",
    "numeric": "numeric",
}
