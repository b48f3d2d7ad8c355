/** What a page says about itself, and what it is called. */
import { page, type PageCases, PROSE } from "./case.ts";

const ld = (node: object): string => `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
const meta = (name: string, content: string): string => `<meta property="${name}" content="${content}">`;
const titled = (html: string, title: string | null): PageCases[string] => ({ html, page: { title } });

export const METADATA: PageCases = {
  "title: not of the heading that leads home": titled(
    page(
      `<h1 class=logo><a href="/">Grain Office</a></h1><h3>Rye, 12 tonnes more</h3>${PROSE}`,
      "<title>Rye, 12 tonnes more &lt; News | Grain Office</title>",
    ),
    "Rye, 12 tonnes more",
  ),
  "dates: by signs, the year first": {
    html: page(PROSE, `<meta name="citation_date" content="2026/3/02">`),
    page: { published: "2026-03-02" },
  },
  "dates: in Japanese": {
    html: page(`<time>2026年4月2日 08:15</time>${PROSE}`),
    page: { published: "2026-04-02T08:15:00" },
  },
  "dates: of an episode": {
    html: page(PROSE, ld({ "@type": "PodcastEpisode", datePublished: "2026-03-05" })),
    page: { published: "2026-03-05" },
  },
  "author and date: not of a review": {
    html: page(
      `<h1>Axe</h1>${PROSE}<div itemprop=review itemscope><meta itemprop=author content=Uwe><b itemprop=author>Björn</b><time itemprop=datePublished datetime=2025-11-30>then</time></div>`,
    ),
    page: { author: null, published: null },
  },
  "title: the heading rather than the title element": titled(
    page(`<h1>Rye sets a record</h1>${PROSE}`, "<title>Rye sets a record | The Field Notes</title>"),
    "Rye sets a record",
  ),
  "title: not the name of the site": titled(
    page(
      `<h1>Field Notes</h1><h2>Rye sets a record</h2>${PROSE}`,
      `<title>Rye sets a record - Field Notes</title>${meta("og:site_name", "Field Notes")}`,
    ),
    "Rye sets a record",
  ),
  "title: without a heading, the title element without its site": titled(
    page(PROSE, `<title>The rye harvest - a record – Notes</title>`),
    "The rye harvest - a record",
  ),
  "title: Open Graph where nothing else is": titled(
    page(PROSE, meta("og:title", "Rye sets a record")),
    "Rye sets a record",
  ),
  "title: as its heading writes it": titled(
    page(`<h1>“Rye” sets a record</h1>${PROSE}`, `<title>"Rye" sets a record</title>`),
    "“Rye” sets a record",
  ),
  "title: not of a picture": titled(page(`<svg><title>Logo</title></svg>${PROSE}`, ""), null),
  "title: entities and blanks": titled(page(PROSE, "<title> Rye &amp;\n oats </title>"), "Rye & oats"),
  "JSON-LD": {
    html: page(
      PROSE,
      ld({
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "WebSite", name: "Field Notes" },
          {
            "@type": ["NewsArticle"],
            headline: "Rye",
            author: [{ "@type": "Person", name: "Mara Lindqvist" }, { name: "Ada" }],
            datePublished: "2025-08-14T09:30:00+02:00",
            dateModified: "2025-08-15",
            image: { "@type": "ImageObject", url: "/r.jpg" },
            description: "On rye.",
          },
        ],
      }),
    ),
    page: {
      title: "Rye",
      author: "Mara Lindqvist, Ada",
      site_name: "Field Notes",
      published: "2025-08-14T07:30:00Z",
      modified: "2025-08-15",
      image: "https://www.example.org/r.jpg",
      description: "On rye.",
      json_ld: ["WebSite", "NewsArticle", "Person", "ImageObject"],
    },
  },
  "JSON-LD whose author stands elsewhere": {
    html: page(
      PROSE,
      ld({
        "@graph": [
          { "@type": "Article", headline: "Rye", author: { "@id": "#m" } },
          { "@type": "Person", "@id": "#m", name: "Mara" },
        ],
      }),
    ),
    page: { author: "Mara" },
  },
  "JSON-LD that is no JSON": {
    html: page(PROSE, `<script type="application/ld+json">{"@type": "Article",,}</script>`),
    page: { json_ld: [] },
    says: ["Combines"],
  },
  "JSON-LD with line breaks in its strings": {
    html: page(PROSE, `<script type="application/ld+json">{"@type": "Article", "headline": "Rye\n grows"}</script>`),
    page: { title: "Rye grows", json_ld: ["Article"] },
  },
  "JSON-LD too deep to be read": {
    html: page(PROSE, `<script type="application/ld+json">${"[".repeat(9000)}${"]".repeat(9000)}</script>`),
    page: { json_ld: [] },
  },
  "Open Graph": {
    html: page(
      PROSE,
      meta("og:site_name", "Field Notes") +
        meta("article:published_time", "2025-08-14T09:30:00Z") +
        meta("article:modified_time", "2025-08-15 10:00:00") +
        meta("og:image", "img/r.jpg") +
        meta("og:description", "On &quot;rye&quot;.") +
        meta("article:author", "Mara"),
    ),
    page: {
      site_name: "Field Notes",
      published: "2025-08-14T09:30:00Z",
      modified: "2025-08-15T10:00:00",
      image: "https://www.example.org/news/img/r.jpg",
      description: 'On "rye".',
      author: "Mara",
    },
  },
  microdata: {
    html: page(
      `<div itemscope itemtype="http://schema.org/Article"><span itemprop=author itemscope><a href=/m><span itemprop=name>Mara</span></a>, editor</span><meta itemprop=datePublished content=2025-08-14>${PROSE}</div>`,
    ),
    page: { author: "Mara", published: "2025-08-14" },
  },
  "the time element": {
    html: page(
      `<article><p>By <a rel=author href=/m>Mara Lindqvist</a>, <time datetime="2025-08-14T09:30">Thursday</time></p>${PROSE}</article>`,
    ),
    page: { author: "Mara Lindqvist", published: "2025-08-14T09:30:00" },
  },
  "the time of a comment is not the page's": {
    html: page(`${PROSE}<div class=comments><time datetime=2025-09-01>1 Sept</time></div>`),
    page: { published: null },
  },
  "a byline": {
    html: page(`<p class=byline>By Mara Lindqvist | 14 August</p>${PROSE}`),
    page: { author: "Mara Lindqvist" },
  },
  "an author that is an address is none": {
    html: page(PROSE, meta("article:author", "https://social.example/mara")),
    page: { author: null },
  },
  "a day that does not exist is none": {
    html: page(PROSE, meta("article:published_time", "2025-02-30")),
    page: { published: null },
  },
  "a day that could be two is none": {
    html: page(PROSE, meta("article:published_time", "01/02/2025")),
    page: { published: null },
  },
  "a day with the name of its month": {
    html: page(PROSE, meta("article:published_time", "August 14, 2025")),
    page: { published: "2025-08-14" },
  },
  languages: { html: `<html lang="EN_gb"><body>${PROSE}`, page: { language: "en-GB" } },
  "nothing at all": {
    html: `<body>${PROSE}`,
    page: {
      title: null,
      description: null,
      author: null,
      site_name: null,
      published: null,
      modified: null,
      language: null,
      image: null,
      links: [],
      headings: [],
      json_ld: [],
    },
  },
  "the whole text told to machines where little is shown": {
    html: page(
      "<p>Subscribers read on here.</p>",
      ld({
        "@type": "Article",
        headline: "Rye",
        articleBody: `${"The office counted more tonnes than ever. ".repeat(12)}\n\nThat is all.`,
      }),
    ),
    says: ["more tonnes than ever", "That is all."],
  },
};
