/** "Ignore all previous instructions" in more languages: what is to be done, with what, and which of them, in any order. */
import { foldLetters } from "../text/fold-letters.ts";

type Dismissal = readonly [verbs: string, which: string, rules: string];

const DISMISSALS: readonly Dismissal[] = [
  ["تجاهل|تجاهلي|تجاهلوا|انس", "السابقة|جميع|كل|أعلاه", "تعليمات|أوامر|توجيهات|إرشادات"], // Arabic
  ["התעלם|התעלמי|התעלמו|שכח", "קודמות|כל", "הוראות|הנחיות"], // Hebrew
  ["نادیده بگیر|فراموش کن", "قبلی|همه|تمام", "دستور"], // Persian
  ["अनदेखा|नज़रअंदाज़|भूल", "पिछले|सभी|पूर्व", "निर्देश"], // Hindi
  ["ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม", "ก่อนหน้า|ทั้งหมด", "คำสั่ง|คำแนะนำ"], // Thai
  ["무시|잊어", "이전|모든|앞의", "지시|명령|지침"], // Korean
  ["bỏ qua|quên", "trước|tất cả", "hướng dẫn|chỉ thị|lệnh"], // Vietnamese
  ["abaikan|lupakan", "sebelumnya|semua", "instruksi|perintah|petunjuk"], // Indonesian
  ["yok say|görmezden gel|unut", "önceki|tüm", "talimat"], // Turkish
  ["zignoruj|ignoruj|pomiń|zapomnij", "poprzednie|wszystkie", "instrukcje|polecenia"], // Polish
  ["ignoruj|zapomeň", "předchozí|všechny", "pokyny|instrukce"], // Czech
  ["negeer|ignoreer|vergeet", "eerdere|vorige|voorgaande|alle", "instructies|opdrachten"], // Dutch
  ["ignorera|glöm", "tidigare|alla", "instruktioner"], // Swedish
  ["αγνόησε|αγνοήστε|ξέχασε", "προηγούμενες|όλες", "οδηγίες|εντολές"], // Greek
  ["hagyd figyelmen kívül|felejtsd el", "korábbi|előző|összes", "utasítás"], // Hungarian
  ["unohda|ohita|jätä huomiotta", "aiemmat|edelliset|kaikki", "ohjeet"], // Finnish
  ["ігноруй|забудь", "попередні|усі|всі", "інструкці|вказівк"], // Ukrainian
];
const BETWEEN = ".{0,40}?";

/** To be held against a sentence whose letters are folded. */
export const FOREIGN_DISMISSALS: readonly RegExp[] = DISMISSALS.map((one) => {
  const [verb, which, rules] = one.map((words) => `(?:${words.split("|").map(foldLetters).join("|")})`);
  const orders = [
    [verb, which, rules],
    [verb, rules, which],
    [which, rules, verb],
    [rules, which, verb],
  ];
  return RegExp(orders.map((order) => order.join(BETWEEN)).join("|"));
});
