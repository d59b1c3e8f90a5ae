import { escapeHtml, type Html, html } from './html.ts'

type Page = { title: string; description: string; contents: readonly Html[]; main: Html }

/** Without scripts or inline styles, as the site's Content-Security-Policy requires. */
export function layout({ title, description, contents, main }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/styles.css">
<title>${escapeHtml(title)} · Tinproof</title>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Tinproof</a>
<nav aria-label="Product">
<a href="/docs/">API reference</a>
<a href="/docs/countries/">Countries</a>
<a href="/tokens">API Tokens</a>
<a href="/openapi.json">OpenAPI</a>
</nav>
</header>
<div class="columns">
<nav class="contents" aria-label="Contents">
<ul>
${contents}
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</div>
</body>
</html>
`
}
