/** Pages that are no articles, by what they are made of. Around each stands the frame of a site, in its language. */
import { page, type PageCases, PROSE } from "./case.ts";

const CONSENT =
  '<div id="consent-box" role="dialog"><p>We and our partners use cookies to store and access information on your device, to measure audiences and to personalise what you see here.</p><button>Accept all</button></div>';
const FRAME_WORDS = ["partners use cookies", "Privacy notice", "All rights reserved", "Log in", "Our weekly letter"];

function site(main: string, head = ""): string {
  return page(
    `${CONSENT}<header><a href="/">Rye Times</a><nav><a href="/a">Field</a><a href="/login">Log in</a></nav></header>
    ${main}
    <div class="box"><p>Our weekly letter: subscribe and never miss a harvest, unsubscribe at any time.</p><input type="email"><button>Go</button></div>
    <footer><a href="/p">Privacy notice</a><p>© 2026 Rye Times. All rights reserved</p></footer>`,
    head,
  );
}
const shape = (main: string, says: readonly string[], markdown: readonly string[] = []): PageCases[string] => ({
  html: site(main),
  says,
  markdown,
  omits: FRAME_WORDS,
});

export const SHAPES: PageCases = {
  "a table of many rows": shape(
    `<div><h1>Yields</h1><table><tr><th>Field</th><th>Tonnes</th></tr>${Array.from({ length: 60 }, (_, row) => `<tr><td>No. ${row}</td><td>${row * 7}</td></tr>`).join("")}</table></div>`,
    ["No. 0", "No. 59", "413"],
    ["| Field | Tonnes |", "| No. 59 | 413 |"],
  ),
  "a long list": shape(
    `<div><h1>Varieties</h1><ul>${Array.from({ length: 3000 }, (_, entry) => `<li>Rye ${entry}</li>`).join("")}</ul></div>`,
    ["Rye 0\n", "Rye 2999"],
  ),
  "a list of links": shape(
    `<main><h1>Mills</h1><ul>${Array.from({ length: 9 }, (_, mill) => `<li><a href="/m/${mill}">Mill ${mill}</a></li>`).join("")}</ul></main>`,
    ["Mill 0", "Mill 8"],
    ["[Mill 8](https://www.example.org/m/8)"],
  ),
  definitions: shape(
    "<main><h1>Mill</h1><dl><dt>Stones</dt><dd>Four pairs</dd><dt>Power</dt><dd>Water</dd></dl></main>",
    ["Stones", "Four pairs", "Water"],
    ["**Stones**"],
  ),
  cards: shape(
    '<main><h1>Offers</h1><div class="card"><h3><a href="/1">Flour</a></h3><p>4 €</p></div><div class="card"><h3><a href="/2">Bran</a></h3><p>2 €</p></div></main>',
    ["Flour", "4 €", "Bran", "2 €"],
  ),
  "prices as first headings": shape(
    "<main><h1>Pricing</h1><div><h4>Small</h4><h1>$9</h1></div><div><h4>Large</h4><h1>$49</h1></div></main>",
    ["$9", "$49"],
  ),
  "a history of versions, in German": shape(
    "<main><h1>Änderungen</h1><h2>3.8</h2><ul><li>Neue Mühlen</li><li>Weniger Staub</li></ul><h2>3.7</h2><ul><li>Erste Fassung</li></ul></main>",
    ["Neue Mühlen", "Erste Fassung"],
    ["## 3.8", "-   Neue Mühlen"],
  ),
  "an address, in French": shape(
    "<main><h1>Contact</h1><h3>Moulin</h3><address>3 rue du Blé<br>21000 Dijon</address><p>Tél. 03 80 00 00 00</p></main>",
    ["3 rue du Blé", "03 80 00 00 00"],
  ),
  "times, in Japanese": shape(
    "<main><h1>時刻表</h1><table><tr><th>時刻</th><th>行先</th></tr><tr><td>14:07</td><td>麦畑</td></tr></table></main>",
    ["14:07", "麦畑"],
    ["| 時刻 | 行先 |"],
  ),
  "posts of a forum, in Russian": shape(
    "<main><h1>Рожь</h1><div class='post'><b>anna</b><p>Когда сеять?</p></div><div class='post'><b>petr</b><p>В сентябре.</p></div></main>",
    ["anna", "Когда сеять?", "petr", "В сентябре."],
  ),
  "questions in buttons, their answers closed": shape(
    `<main><h1>Questions</h1><h2><button aria-controls="a" aria-expanded="false">When?</button></h2><div id="a" hidden>In August, as a rule.</div>
    <h2><button aria-controls="b" aria-expanded="false">Where?</button></h2><div id="b" style="display:none">At the old mill.</div></main>`,
    ["When?", "In August", "Where?", "At the old mill."],
    ["## When?"],
  ),
  "closed tabs": shape(
    `<main><h1>Mill</h1><ul role="tablist"><li><a role="tab" href="#p1">Hours</a></li><li><a role="tab" href="#p2">Fees</a></li></ul>
    <div role="tabpanel" id="p1"><p>Open at nine.</p></div><div role="tabpanel" id="p2" aria-hidden="true" hidden><p>Two euros.</p></div></main>`,
    ["Open at nine.", "Two euros."],
  ),
  "what a menu hides stays hidden": {
    html: site(
      `<main><h1>Rye</h1>${PROSE}</main><nav><button aria-controls="sub">More</button><ul id="sub" hidden><li>Hidden mills</li></ul></nav>`,
    ),
    says: ["Combines"],
    omits: ["Hidden mills", ...FRAME_WORDS],
  },
  "verbatim text without code": shape(
    "<main><h1>Use</h1><p>Do this:</p><pre>mill --grain rye\n  --fine</pre></main>",
    ["mill --grain rye\n  --fine"],
    ["```\nmill --grain rye\n  --fine\n```"],
  ),
  "code whose lines are elements": shape(
    '<main><h1>Use</h1><pre class="language-js"><span class="line">const a = 1;</span><span class="line">mill(a);</span></pre></main>',
    ["const a = 1;\nmill(a);"],
    ["```js\nconst a = 1;\nmill(a);\n```"],
  ),
  "code beside its numbers": shape(
    '<main><h1>Use</h1><table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>one()\ntwo()</pre></td></tr></table></main>',
    ["one()\ntwo()"],
    ["```\none()\ntwo()\n```"],
  ),
  "cells over several columns and rows": shape(
    "<main><h1>Sum</h1><table><tr><th>Year</th><th colspan=2>Grain</th></tr><tr><td rowspan=2>2025</td><td>rye</td><td>4</td></tr><tr><td>oats</td><td>5</td></tr></table></main>",
    ["oats"],
    ["| Year | Grain |  |", "| 2025 | rye | 4 |", "| 2025 | oats | 5 |"],
  ),
  "a list in a cell": shape(
    "<main><h1>Sum</h1><table><tr><th>Mill</th><th>Grain</th></tr><tr><td>Old</td><td><ul><li>rye</li><li>oats</li></ul></td></tr></table></main>",
    ["oats"],
    ["| Old | rye; oats |"],
  ),
  "a raised number": shape("<main><h1>Area</h1><p>It is 10<sup>3</sup> m.</p></main>", ["It is"], ["10^3"]),
  "a heading with a link to itself": shape(
    '<main><h1>Guide</h1><h2>Sowing<a href="#sowing">¶</a></h2><p>In autumn.</p></main>',
    ["In autumn."],
    ["## Sowing\n"],
  ),
};

/** Pages with nothing to read, and the name of what they show instead. */
/** Pages that read like a wall, and are none. */
export const UNWALLED: Readonly<Record<string, string>> = {
  "a fault that tells of a page": site(
    "<main><h1>Page not found after renaming a branch</h1><p>It leaves the old preview behind, and that answers 404.</p></main>",
  ),
  "an answer to what somebody's program says": site(
    "<main><h1>Postgres says column does not exist</h1><p>I run <code>SELECT Name FROM users</code> and get an error.</p><p>Unquoted names are folded to lower case. Write the name in quotes instead.</p></main>",
  ),
  "a question on a page that is not found": site(
    "<main><h1>Page not found on every refresh in React Router</h1><p>After deployment each deep link shows the 404 of nginx. Have the server answer all paths with index.html.</p></main>",
  ),
  "a short question, and who may answer it": site(
    "<main><h1>Which cone for stoneware?</h1><p>My clay is called buff, from a bag without a label.</p><p>Cone six, if it rings.</p><p>You must log in to answer this question.</p></main>",
  ),
  "a short question, and who may answer it, in German": site(
    "<main><h1>Welcher Kegel?</h1><p>Mein Ton heißt Buff und kam ohne Etikett.</p><p>Sechs, wenn er klingt.</p><p>Bitte melden Sie sich an, um einen Kommentar zu schreiben.</p></main>",
  ),
  "a letter to a mailing list": site(
    "<main><h1>[dev] Re: file not found</h1><pre>On Monday Ann wrote:\n&gt; The build says file not found for lib.h\n\nYou have to install the package for developers first. Then run configure again.</pre></main>",
  ),
  "news of what is there no longer": site(
    "<main><h1>The shop on the corner no longer exists</h1><p>It closed in May after forty years. Its owner, Ms Brown, sells bread at the market now.</p></main>",
  ),
  "a page on checks for people": site(
    "<main><h1>Adding a captcha to a form</h1><p>A captcha keeps robots from sending your form. Put the key into the page and verify the token on the server.</p></main><script></script>",
  ),
  "a page on what is loaded": site(
    "<main><h1>Loading docks</h1><p>Loading</p><p>Dock 4 is closed until Monday. Use dock 5 until then, and report to the man at the gate.</p></main>",
  ),
  "what may be read before a subscription is asked for": site(
    "<main><h1>Harbour bridge reopens</h1><p>Thousands of people walked across the harbour bridge on Friday, a year after it was closed for repairs of its cables.</p><div><p>Subscribe to continue reading</p><p>Try one month for 1 euro.</p></div></main>",
  ),
  "a guide that goes on": site(
    "<main><h1>Installing the reader</h1><p>Press Enter to continue, then wait until the lamp is green and stays so.</p></main>",
  ),
  "a leaflet in Spanish": site(
    "<main><h1>Millerina 100 mg</h1><p>Para seguir el tratamiento tome una tableta al día con un vaso de agua.</p></main>",
  ),
  "a guide in French": site(
    "<main><h1>Changer la courroie</h1><p>Pour accéder à la courroie, retirez les quatre vis du capot avec la clé de treize.</p></main>",
  ),
  "a guide in German": site(
    "<main><h1>Riemen wechseln</h1><p>Um alle Schrauben zu lösen, brauchen Sie einen Schlüssel der Größe dreizehn und etwas Öl.</p></main>",
  ),
  "a guide in Russian": site(
    "<main><h1>Замена ремня</h1><p>Чтобы продолжить, снимите крышку и поднимите ремень с малого колеса обеими руками сразу.</p></main>",
  ),
  "a price for members": site(
    "<main><h1>The hall</h1><p>It is open for members from 9 to 17 and costs guests two euros.</p></main>",
  ),
  "a short thread above the form of a quick login": site(
    `<div class=post><h1>Stones wear</h1><div class=content>The upper stone of our mill wears on one side only. Is its spindle bent?</div></div><div class=post><div class=content>Measure it twice, and look at the bearing.</div></div><form><fieldset class=quick-login><input name=username><input type=password name=password></fieldset></form>`,
  ),
  "a way through an airport": site(
    "<main><h1>Changing planes</h1><p>Behind the security check turn left and follow the blue signs to gate 4, which opens at nine.</p></main>",
  ),
  "an answer to why access is denied": site(
    `<main><h1>Why do I see "Access denied" when I open my router?</h1><p>Its page opens at home only. Join the network of the router by cable or by radio, and try it again.</p></main>`,
  ),
  "opening hours for members": site(
    "<main><h1>The hall</h1><p>Guests are welcome on Sundays between two and six, and pay two euros for the whole afternoon.</p><p>It is open for members from 9 to 17 on all other days.</p></main>",
  ),
  "a poem that somebody signed": site(
    `<main><h1>The Road Not Found</h1><p>I took the map the old man drew<br>and turned where he had said to turn,<br>and came upon, as wanderers do, a field.</p></main>`,
    `<meta name=author content="Edda Marlow">`,
  ),
};

export const WALLED: Readonly<Record<string, readonly [html: string, wall: string]>> = {
  "a page that is gone": [site("<main><h1>404</h1><p>This page has left.</p></main>"), "soft_404"],
  "a page that is gone, in German": [site("<main><h1>Seite nicht gefunden</h1><p>Schade.</p></main>"), "soft_404"],
  "a page that is gone, in Japanese": [site("<main><h1>ページが見つかりません</h1></main>"), "soft_404"],
  "a page that is gone, in Italian": [
    site("<main><h1>Ops! Qui non c'è niente</h1><p>Era un articolo.</p></main>"),
    "soft_404",
  ],
  "a page that is gone, with advice": [
    site(
      "<main><h1>Sorry, the page you are looking for does not exist</h1><p>It may have been moved or deleted. Check the address for mistakes, search our site or go back to the page where you came from.</p></main>",
    ),
    "soft_404",
  ],
  "an offer that is gone": [
    site(
      "<main><h1>This product is no longer available</h1><p>It was sold out quickly. Look at what else we have in our shop, or have us write to you when it is back.</p></main>",
    ),
    "soft_404",
  ],
  "a check that names its provider": [
    page(
      "<h1>a.example</h1><h2>Verifying you are human. This may take a few seconds.</h2><p>a.example needs to review the security of your connection before proceeding.</p><script></script>",
    ),
    "robot_check",
  ],
  "a refusal that is headed with its provider": [
    page(
      "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><p>You are unable to access a.example, which uses a service to protect itself from attacks.</p>",
    ),
    "robot_check",
  ],
  "a refusal": [
    page(
      "<h1>Access Denied</h1><p>You don't have permission to access this address on this server, because of the rules that it has.</p><p>Reference #18.2a</p>",
    ),
    "robot_check",
  ],
  "a test for people": [
    page("<h1>One moment</h1><p>Please complete the captcha below to continue.</p>"),
    "robot_check",
  ],
  "a page for members": [site("<main><h1>Rye</h1><p>Please log in to continue.</p></main>"), "login_wall"],
  "a page for members, in French": [site("<main><h1>Blé</h1><p>Article réservé aux abonnés.</p></main>"), "login_wall"],
  "a page for whoever has an account, in Spanish": [
    site("<main><h1>Trigo</h1><p>Para seguir leyendo, regístrate gratis.</p></main>"),
    "login_wall",
  ],
  "a page for subscribers, in German": [
    site("<main><h1>Roggen</h1><p>Um den Artikel zu lesen, brauchen Sie ein Abo.</p></main>"),
    "login_wall",
  ],
  "a story for members": [site("<main><h1>Rye</h1><p>This story is for members. Join today.</p></main>"), "login_wall"],
  "a page that wants a password": [site("<main><h1>Mill</h1><form><input type=password></form></main>"), "login_wall"],
  "a page behind cookies": [
    site("<main><h1>Rye</h1><p>To continue reading, accept cookies or subscribe.</p></main>"),
    "consent_wall",
  ],
  "a check for people": [page("<h1>Just a moment...</h1><p>Verifying you are human.</p>"), "robot_check"],
  "an empty shell": [page('<div id="root"></div><script src="/app.js"></script>'), "script_shell"],
  "a shell with the sentences of its interface": [
    page(
      `<div id=app></div><script type="application/json">${JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 9 }, (_, at) => [`hint${at}`, `Hint ${at} is that you have to sign in.`]),
        ),
      )}</script>`,
    ),
    "script_shell",
  ],
  "a shell that says so": [page("<p>Please enable JavaScript to run this app.</p><script></script>"), "script_shell"],
  "a shell that asks for scripts in a language of its own": [
    page(`<noscript>Kytke JavaScript päälle, kiitos.</noscript><div id=app></div><script src=/a.js></script>`),
    "script_shell",
  ],
  "an offer that says a lot of itself": [
    site(
      "<main><h1>The mill</h1><div><h2>Subscribe to keep reading</h2><p>Get every story, our letters and the whole archive since 1924 for one euro a month, and leave whenever you like.</p></div></main>",
    ),
    "login_wall",
  ],
  "an offer to subscribe, with a list of links below": [
    page(
      "<h1>The mill</h1><div><h2>Subscribe to keep reading</h2><p>Try one month for 1 euro.</p></div>" +
        "<ul><li><a href=/p>Privacy</a></li><li><a href=/t>Terms</a></li></ul><script src=/a.js></script>",
    ),
    "login_wall",
  ],
};
