import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { empty, escapeHtml, type Html, html } from './html.ts'
import { type Assets, contentOf, footerLinks, head } from './layout.ts'
import type { Page } from './page.ts'

export type PlainPage = Omit<Page, 'path'> & { path: '/terms' | '/privacy' | '/dpa' | '/status' }

export function renderPlainPage(page: PlainPage, assets: Assets, moreHead: Html = empty): Html {
  const url = `${exampleOrigin}${page.path}`
  return html`<!doctype html>
<html lang="en">
<head>
${head(page, url, assets)}
<link rel="canonical" href="${escapeHtml(url)}">
${moreHead}
</head>
<body class="plain">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Tinproof</a>
<nav class="product" aria-label="Product"><a href="/docs/">Docs</a><a href="/">Dashboard</a></nav>
</header>
<main id="content" tabindex="-1">
<article>
<h1>${escapeHtml(page.title)}</h1>
${contentOf(page)}
</article>
<footer>${footerLinks}</footer>
</main>
</body>
</html>
`
}
