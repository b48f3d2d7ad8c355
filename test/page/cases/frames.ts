/** What sites put around pages that are no articles, as builders, frameworks and old hands write it. */
import { article, page, type PageCases, PROSE } from "./case.ts";

export const FRAMES: PageCases = {
  "fields and tags around an answer": {
    html: page(
      "<main><h1>How do I undo a commit?</h1><div><p>I committed the wrong file.</p><ul><li><a href=/t/git rel=tag>git-commit</a></li><li><a href=/t/undo rel=tag>undo-it</a></li></ul></div>" +
        "<h2>2 answers</h2><div><label for=sort>Sorted by:</label><select id=sort><option>Highest score</select></div><label><input type=radio> Shown as a tab</label>" +
        "<div><p>Reset softly, and keep the files as they are.</p></div></main>",
    ),
    says: ["wrong file", "Reset softly", "2 answers", "Shown as a tab"],
    omits: ["git-commit", "undo-it", "Sorted by"],
  },
  "tags that are what a page lists": {
    html: page(
      "<main><h1>Topics</h1><ul><li><a href=/t/rye rel=tag>Rye and oats</a></li><li><a href=/t/mill rel=tag>Mills</a></li></ul></main>",
    ),
    says: ["Rye and oats", "Mills"],
  },
  "the ways through an archive of letters": {
    html: `<html><head><title>[Mills] Stones wear</title></head><body><h1>[Mills] Stones wear</h1><b>Ann Miller</b> <a href="mailto:a">ann at example.org</a><br><i>Fri Jan 5 10:00:00 UTC 2024</i><p><ul><li>Previous message: <a href="1.html">[Mills] Belt</a></li><li>Next message: <a href="3.html">[Mills] Oats</a></li><li><b>Messages sorted by:</b> <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a></li></ul><hr><pre>Hello,\n\nthe upper stone wears on one side only.\n\nPrevious message was lost.\n</pre><hr><ul><li>Previous message: <a href="1.html">[Mills] Belt</a></li></ul><hr><a href="/mills">More information about the Mills mailing list</a></body></html>`,
    says: ["Ann Miller", "the upper stone wears", "Previous message was lost."],
    omits: ["[Mills] Belt", "Messages sorted by", "More information about"],
  },
  "a request for consent that no name tells, on a page of a table": {
    html: page(
      "<div class=s><div class=c><h1>Fares</h1><table><tr><th>Who<th>Single<tr><td>Adult<td>£6.20<tr><td>Bicycle<td>£1.00</table></div></div>" +
        "<div class=_a1><div class=_b2><h2>Your choices</h2><p>To give you the best experience on our ferries and on this website, we use cookies and similar tools that measure how it is used and, with your agreement, show you offers that suit you on other websites. You can change your mind at any time.</p></div>" +
        "<div class=_c3><div role=button>Allow all</div><div role=button>Only necessary</div></div></div>",
    ),
    says: ["Adult", "£1.00"],
    omits: ["cookies", "Your choices"],
  },
  "words of the frame that stand loose beside the text": {
    html: page(
      "<div class=show><h1>Doors</h1><div class=slide><div class=caption>Number 4, painted for the coronation.</div></div><a href=#n>Next page</a></div>" +
        `<div>Advertisement<div id=slot-1></div><ul><li>Rye: 4 t</li><li>Oats: 2 t</li></ul></div>`,
    ),
    says: ["Number 4", "Rye: 4 t"],
    omits: ["Next page"],
  },
  "an offer where the rest is to be paid for": {
    html: page(
      `<article><h1>The bridge</h1><div class=text>${PROSE}<p>For eleven years a pillar has stood in the river.</p><p>It has cost a million and carries a gull.</p>` +
        `<div class=box><h3>Keep reading with the Times</h3><ul><li>All articles</li><li>End it any month</li></ul><a class=button href=/t>Try it</a><p>Already a subscriber? <a href=/in>Go in here</a></p></div></div></article>`,
    ),
    says: ["eleven years", "carries a gull"],
    omits: ["Keep reading", "End it any month", "Already a"],
  },
  "a thread whose every post is called a comment": {
    html: page(
      "<main><h1>Crash</h1><ul><li>Open</li></ul>" +
        [
          "It stops if the log has no line at all.",
          "Mine does, too, on both of the boards.",
          "It is mended in the next release.",
        ]
          .map((post) => `<div class=post><div class=comment-body><p>${post}</p></div></div>`)
          .join("") +
        "</main>",
    ),
    says: ["no line at all", "both of the boards", "next release"],
  },
  "comments below a short text": {
    html: page(
      `<main><h1>Pears</h1><div class=entry-content><p>Start at the top of the slope.</p><table><tr><td>Saw<td>£24<tr><td>Ladder<td>£90</table><p>Then wait for a dry day, and for somebody to hold the ladder.</p></div>` +
        `<div class=wp-block-comments><h2>One thought</h2><ol class=comment-list><li><p>I always start at the bottom of it, and so did my father before me.</p></li></ol></div></main>`,
    ),
    says: ["£90"],
    omits: ["my father"],
  },
  "comments between the answers to a question": {
    html: page(
      `<h1>Rye</h1><div class=question>${PROSE}<div class=comments><ul><li>Does a dry spring count? – Iria</li></ul></div></div>` +
        `<div class=answer>${PROSE}<div class=comments><ul><li>It does count in the north, too. – Nuno</li></ul></div></div>`,
    ),
    says: ["a dry spring count", "in the north, too"],
  },
  "a thread that says what it is, with one comment": {
    html: page(
      `<div itemscope itemtype="https://schema.org/QAPage"><h1>Rye</h1><div class=question><p>Why is it sticky?</p>${PROSE}</div>` +
        `<div class=answer itemprop=acceptedAnswer>${PROSE}<div class="post-signature"><div class=user-details><a href=/u>Mikkel Aas</a></div></div>` +
        `<div class=comments><ul><li>It is even now, thank you. – Iria</li></ul></div></div></div>`,
    ),
    says: ["Why is it sticky?", "Mikkel Aas", "even now, thank you"],
  },
  "who wrote in a thread that says what it is": {
    html: page(
      `<div itemscope itemtype="http://schema.org/DiscussionForumPosting"><h1>Rye</h1>` +
        ["lindenhof", "trachtnet"]
          .map(
            (name) =>
              `<div class=post><div class=meta><a href=/u>${name}</a></div><div itemprop=text>${PROSE}</div></div>`,
          )
          .join("") +
        "</div>",
    ),
    says: ["lindenhof", "trachtnet"],
  },
  "letters whose answers are called replies": {
    html: page(
      `<h3>Bells</h3><section><div class="email first"><b>Sunniva</b>${PROSE}</div><div class=replies><div class=email><b>Per</b><p>The ferry still speaks it.</p><div class=email-signature>Ferries and bells</div></div></div></section>`,
      "<title>Bells</title>",
    ),
    says: ["luck", "The ferry still speaks it."],
    omits: ["Ferries and bells"],
  },
  "reviews that a shop calls comments": {
    html: page(
      `<main><h1>Pot</h1><p>€ 68</p><table><tr><td>Height<td>17 cm</table><div id=reviews><div id=comments><ol class=commentlist><li><p>Coffee comes out of it slowly, and it is good.</p></li></ol></div></div></main>`,
    ),
    says: ["17 cm", "slowly"],
  },
  "a sign-up in a short text, and another control beside it": {
    html: page(
      "<main><h1>Rye</h1><section><p>The mill takes in grain on Tuesdays.</p><div><h4>Why then?</h4><button aria-label=Open></button>" +
        "</div><p>It always has, and nobody asks.</p><div><h2>Sign up for more</h2><form><input type=email><button>Subscribe</button></form></div></section></main>",
    ),
    says: ["on Tuesdays", "Why then?", "nobody asks"],
    omits: ["Sign up for more"],
  },
  "a line of links below the text": {
    html: page(
      "<div id=all><h1>§ 4 Weights</h1><div>(1) The miller keeps a book of what is weighed.</div><div>(2) It is kept for five years.</div></div>" +
        "<div id=low><a href=/c>Contents of this law</a> <a href=#>To the top</a> <a href=/f>Feedback form</a></div>",
    ),
    says: ["five years"],
    omits: ["Contents of this law", "Feedback form"],
  },
  "what to read besides, within the text": {
    html: page(
      `<h1>उपज</h1><ul><li>राई: ४ टन</li><li>जौ: ३ टन</li></ul><p><strong>यह भी पढ़ें:</strong> <a href=/m>मंडी का हाल और भाव</a></p>` +
        `<ul><li>जई: २ टन</li></ul><p>Read also: <a href=/n>The price of oats</a></p><p>Read more slowly, says <a href=/o>Ada</a>, and all of it.</p>`,
    ),
    says: ["४ टन", "२ टन", "Read more slowly"],
    omits: ["यह भी पढ़ें", "price of oats"],
  },
  "what repositories of papers and boards set below a page": {
    html: page(
      `<main><h1><span>Title:</span>On porridge</h1><blockquote class="abstract">The time a spoon needs grows with the mass of oats.</blockquote><table><tr><td>Comments:<td>14 pages<tr><td>Subjects:<td>Fluids</table>` +
        `<div class=extra-services><div class=full-text><h2>Access Paper:</h2><ul><li><a href=/pdf>View PDF</a></ul></div></div>` +
        `<div id=labstabs><div class=labstabs><h1>Tools of the citation kind</h1><p>The labs are a framework in which others share new tools on our pages.</p></div></div>` +
        `<div class="stat-block online-list"><h3><a href=/o>Who is here</a></h3><p>Browsing this board: three guests and nobody else.</p></div></main>`,
      "<title>On porridge</title>",
    ),
    says: ["mass of oats", "14 pages"],
    omits: ["Access Paper", "of the citation kind", "others share", "three guests"],
  },
  "a menu of dishes": {
    html: page(
      `<ul class=main-menu><li><a href=/m>Menus</a></li><li><a href=/v>Gift vouchers</a></li></ul><section class=menu-section><h1>Sunday</h1>` +
        `<ul class=menu-list><li class=menu-item><span class=menu-item__name>Potted crab</span> <span class=menu-item__price>£9</span></li>` +
        `<li class=menu-item><span class=menu-item__name>Shoulder of hogget</span> <span class=menu-item__price>£18</span></li></ul></section>`,
    ),
    says: ["Potted crab £9", "£18"],
    omits: ["vouchers"],
  },
  "a cell that is called comments": {
    html: page(
      "<main><h1>Rye</h1><table><tr><td class=label>Comments:<td class='cell comments'>14 pages<tr><td>Subjects:<td>Fields</table></main>",
    ),
    says: ["Comments:\t14 pages"],
  },
  "boxes of custom elements, by the names of their tags": {
    html: page(
      "<x-app><x-topbar><a href=/>Home</a><a href=/shop>Shop</a></x-topbar><x-page><h1>Rye by the sack</h1>" +
        "<price-row><h3>Sack of ten</h3><p>€ 9.40</p></price-row><price-row><h3>Sack of fifty</h3><p>€ 41</p></price-row>" +
        "</x-page><x-footer><small>Mill Lane 4</small></x-footer></x-app>",
    ),
    says: ["€ 9.40", "Sack of fifty"],
    omits: ["Shop", "Mill Lane"],
  },
  "a custom element in a sentence is of the sentence": {
    html: article("<p>It grew well (<source-note><a href=/s>7</a><div class=tip></div></source-note>), they say.</p>"),
    says: ["grew well (7"],
  },
  "cards that are links from edge to edge": {
    html: page(
      "<h1>Mills</h1><ul><li><a href=/1><h3>East mill</h3><p>Two stones</p></a></li>" +
        "<li><a href=/2><h3>West mill</h3><p>One stone</p></a></li></ul>",
    ),
    says: ["East mill", "Two stones", "One stone"],
  },
  "a narrow column of links, by the grid that the page is laid in": {
    html: page(
      "<div class=row><div class=col-md-9><h1>Prices</h1><table><tr><td>Rye</td><td>€ 9</td></tr>" +
        "<tr><td>Oats</td><td>€ 7</td></tr></table><p>Per sack, in sacks of ten, from the ramp in the yard.</p></div>" +
        "<div class=col-md-3><a href=/a>Harvest feast</a> <a href=/b>Old mills</a></div></div>",
    ),
    says: ["€ 9", "Per sack"],
    omits: ["Harvest feast"],
  },
  "a field for an address and nothing else asks to sign up, in any language": {
    html: page(
      "<h1>Prices</h1><table><tr><td>Rye</td><td>€ 9</td></tr><tr><td>Oats</td><td>€ 7</td></tr></table>" +
        "<div><p>Kerran kuussa kirje myllyltä, ei koskaan useammin.</p><form><input type=email><button>Lähetä</button></form></div>",
    ),
    says: ["€ 9"],
    omits: ["Kerran kuussa"],
  },
  "what is fixed to the screen and asks for a yes or a no is no content, whatever it names": {
    html: page(
      "<div class='fixed inset-x-0 bottom-0'><p>We would like to know you better, with your leave, of course.</p>" +
        "<button>Accept</button><button>Reject</button></div><h1>Prices</h1>" +
        "<table><tr><td>Rye</td><td>€ 9</td></tr><tr><td>Oats</td><td>€ 7</td></tr></table>",
    ),
    omits: ["know you better"],
  },
  "a few characters that say as much": {
    html: page(
      "<div class='fixed-bottom'><p>我们使用缓存文件来展示广告并统计访问量。</p><button>全部同意</button><button>全部拒绝</button></div>" +
        "<h1>价格</h1><table><tr><td>黑麦</td><td>¥9</td></tr><tr><td>燕麦</td><td>¥7</td></tr></table>",
    ),
    says: ["¥9"],
    omits: ["缓存文件"],
  },
  "names of the frame on parts that tell most": {
    html: page(
      `<div class="related-body"><h1>Rye</h1><div class="share-story">${PROSE}</div></div><table><tr><td>Rye</td><td>€ 9</td>` +
        "</tr><tr><td>Oats</td><td>€ 7</td></tr><tr><td>Barley, of the old sort, from the north</td><td>€ 12</td></tr></table>",
    ),
    says: ["Combines"],
  },
  "the signature of a method is content, that of a member of a forum is not": {
    html: page(
      "<h1>Class Mill</h1><div class=type-signature>public class Mill</div><table><tr><td>grind()</td><td>Grinds.</td></tr>" +
        "<tr><td>stop()</td><td>Stops.</td></tr></table><div class=signature>Proud owner of three mills</div><div id=sig41 class=signature>Clay remembers</div>",
    ),
    says: ["public class Mill"],
    omits: ["Proud owner", "Clay remembers"],
  },
  "rows in buttons": {
    html: page(
      "<h1>Calls</h1>" +
        ["GET /sacks and what is in them", "POST /sacks to add one more", "DELETE /sacks that went stale"]
          .map((call) => `<button class=row><span>${call.split(" ")[0]}</span> <span>${call}</span></button>`)
          .join(""),
    ),
    says: ["POST /sacks to add one more"],
  },
  "a list of links without a headline, in a table between two menus": {
    html: page(
      "<table><tr><td><a href=/><b>Links</b></a> <a href=/new>new</a> | <a href=/ask>ask</a> | <a href=/submit>submit one</a></td></tr>" +
        ["A mill that sings at 42 hertz", "Why flour explodes, and when", "The last maker of paper sacks"]
          .map(
            (title) =>
              `<tr><td><a href=/x>${title}</a> (x.example)</td></tr><tr><td>12 points by <a href=/u>moira</a></td></tr>`,
          )
          .join("") +
        "<tr><td><a href=/g>House rules</a> | <a href=/f>FAQ</a></td></tr></table>",
    ),
    says: ["flour explodes", "12 points"],
    omits: ["submit one", "House rules"],
  },
  "the contents of the page itself, by where they lead": {
    html: page(
      "<h1>Syrup</h1><div><b>In here</b><ol><li><a href=#what>Of what it is</a></li><li><a href=#h2>How to take it</a></li></ol></div>" +
        "<h2 id=what>1. What it is</h2><p>It loosens a cough.</p><h2>How to take it</h2><p>One spoon at night.</p>" +
        "<h2>See</h2><ul><li><a href=#>Open</a></li><li><a href=/x>How to take it</a></li></ul>",
    ),
    says: ["loosens a cough", "Open\nHow to take it"],
    omits: ["In here", "Of what it is"],
  },
};
