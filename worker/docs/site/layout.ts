import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { empty, escapeHtml, type Html, html, trusted } from './html.ts'
import { inlineMarkdown, markdown, startPage } from './markdown.ts'
import { type Block, headingOfPage, navTitleOf, type Page, type Site } from './page.ts'

export type Assets = {
  script: string
  statusScript: string
  styles: string
  fonts: readonly string[]
  inlineScript: string
}

type Heading = { level: number; id: string; title: Html }

type Content = Pick<Page, 'body'>

const contents = new WeakMap<Content, Html>()

export function contentOf(page: Content): Html {
  const known = contents.get(page)
  if (known !== undefined) return known
  startPage()
  const blocks = page.body.map((block: string | Block) =>
    typeof block === 'string' ? markdown(block) : block.html,
  )
  const content = html`${blocks}`
  contents.set(page, content)
  return content
}

export const headingsIn = (content: Html): Heading[] =>
  [...content.matchAll(/<h([23]) id="([^"]+)"><a [^>]*>(.*?)<\/a><\/h\1>/gs)].map(
    ([, level, id = '', title = '']) => ({
      level: Number(level),
      id,
      title: trusted(title.replaceAll(/<\/?(?:a|code)[^>]*>/g, '')),
    }),
  )

const PRODUCT = ' · Tinproof'
const MAX_TITLE = 60

const documentTitle = ({ title }: Described) =>
  title.length + PRODUCT.length <= MAX_TITLE ? `${title}${PRODUCT}` : title

export const notFoundPage = (site: Site, assets: Assets): Html =>
  renderPage(
    site,
    {
      path: '/docs/404',
      title: 'Page not found',
      description: "This page doesn't exist.",
      isUnlisted: true,
      body: [
        "This page doesn't exist, or it has moved. Search the docs, or start at the [quickstart](/docs/), the [API reference](/docs/reference/) or the [list of countries](/docs/countries/).",
      ],
    },
    assets,
  )

export function renderPage(site: Site, page: Page, assets: Assets): Html {
  const content = contentOf(page)
  const { path, structuredData } = page
  const url = `${exampleOrigin}${path}`
  return html`<!doctype html>
<html lang="en">
<head>
${head(page, url, assets)}
${page.isUnlisted ? empty : links(page, url)}
<script type="module" src="${escapeHtml(assets.script)}"></script>
${structuredData ? jsonLd(structuredData) : empty}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header}
<div class="columns">
${navigation(site, page)}
<main id="content" tabindex="-1">
<article>
${breadcrumb(site, page)}
<h1>${inlineMarkdown(headingOfPage(page))}</h1>
${content}
</article>
${page.isUnlisted ? empty : neighbors(site, page)}
<footer>${page.isUnlisted ? empty : html`<a class="footer-link" href="${escapeHtml(markdownPath(page))}">View as Markdown</a>`}${footerLinks}</footer>
</main>
${outline(headingsIn(content))}
</div>
</body>
</html>
`
}

type Described = Pick<Page, 'title' | 'description' | 'isUnlisted'>

export const head = (page: Described, url: string, assets: Assets): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(documentTitle(page))}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<meta name="color-scheme" content="light dark">
<script>${trusted(assets.inlineScript)}</script>
${page.isUnlisted ? html`<meta name="robots" content="noindex">` : empty}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${assets.fonts.map((font) => html`<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>`)}
<link rel="stylesheet" href="${escapeHtml(assets.styles)}">
<meta property="og:title" content="${escapeHtml(page.title)}">
<meta property="og:description" content="${escapeHtml(page.description)}">
<meta property="og:url" content="${escapeHtml(url)}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Tinproof">
<meta property="og:image" content="${escapeHtml(`${exampleOrigin}/og.png`)}">
<meta name="twitter:card" content="summary_large_image">`

const links = (page: Page, url: string): Html =>
  html`<link rel="canonical" href="${escapeHtml(url)}">
<link rel="alternate" type="text/markdown" href="${escapeHtml(markdownPath(page))}">`

/** A data block, which the browser doesn't run, so the Content-Security-Policy allows it. */
const jsonLd = (data: Readonly<Record<string, unknown>>): Html =>
  html`<script type="application/ld+json">${trusted(JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'))}</script>`

export const footerLinks = html`<a class="footer-link" href="/status">Status</a><a class="footer-link" href="/docs/guides/availability#support">Support</a><a class="footer-link" href="/terms">Terms</a><a class="footer-link" href="/privacy">Privacy</a><a class="footer-link" href="/dpa">DPA</a><label class="theme">Theme <select data-theme-select><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>`

export const markdownPath = ({ path }: Page): string =>
  path.endsWith('/') ? `${path}index.md` : `${path}.md`

const header = html`<header>
<button type="button" class="menu" popovertarget="navigation" aria-label="Menu"><svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg></button>
<a class="home" href="/docs/"><img src="/favicon.svg" alt="" width="24" height="24">Tinproof <span class="product-name">Docs</span></a>
<div class="search" role="search">
<input type="search" placeholder="Search" aria-label="Search the docs" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" enterkeyhint="search"><kbd aria-hidden="true">/</kbd>
<div class="results" id="results" role="listbox" aria-label="Search results" hidden></div>
<p class="found" role="status"></p>
</div>
<nav class="product" aria-label="Product"><a href="/tokens">API Tokens</a><a href="/">Dashboard</a></nav>
</header>`

const linkTo = (page: Page, current: Page): Html => {
  const isCurrent = page.path === current.path
  return html`<a href="${escapeHtml(page.path)}"${isCurrent ? html` aria-current="page"` : empty}>${inlineMarkdown(navTitleOf(page))}</a>`
}

/** A popover on small screens, so that the menu works without JavaScript. */
function navigation({ groups, series }: Site, current: Page): Html {
  const parent = series.find(({ pages }) => pages.includes(current))?.index
  const entry = (page: Page) => html`<li>${linkTo(page, parent ?? current)}</li>`
  return html`<nav class="navigation" id="navigation" popover aria-label="Docs">
${groups.map(({ title, pages }) => html`<p>${escapeHtml(title)}</p><ul>${pages.map(entry)}</ul>`)}
<div class="product"><a href="/tokens">API Tokens</a><a href="/">Dashboard</a></div>
</nav>`
}

function breadcrumb({ series }: Site, page: Page): Html {
  const parent = series.find(({ pages }) => pages.includes(page))?.index
  return parent
    ? html`<nav class="breadcrumb" aria-label="Breadcrumb"><a href="${escapeHtml(parent.path)}">${inlineMarkdown(navTitleOf(parent))}</a></nav>`
    : empty
}

function outline(headings: readonly Heading[]): Html {
  if (headings.length < 2) return html`<div class="outline"></div>`
  const entries = headings.map(
    ({ level, id, title }) =>
      html`<li class="level-${escapeHtml(String(level))}"><a href="#${escapeHtml(id)}">${title}</a></li>`,
  )
  return html`<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${entries}</ul></nav>`
}

function neighbors({ groups, series }: Site, page: Page): Html {
  const order =
    series.find(({ pages }) => pages.includes(page))?.pages ?? groups.flatMap(({ pages }) => pages)
  const at = order.indexOf(page)
  const link = (neighbor: Page | undefined, rel: 'prev' | 'next', label: string) =>
    neighbor
      ? html`<a class="neighbor" rel="${escapeHtml(rel)}" href="${escapeHtml(neighbor.path)}"><span class="direction">${escapeHtml(label)}</span>${inlineMarkdown(navTitleOf(neighbor))}</a>`
      : html`<span></span>`
  return html`<nav class="neighbors" aria-label="Previous and next page">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>`
}
