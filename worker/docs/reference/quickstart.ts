import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { exampleAnswers, exampleRequests } from '#worker/docs/openapi/examples.ts'
import { block, escapeHtml, heading, html, markdown } from './html.ts'
import { highlightJson } from './json.ts'
import type { Section } from './section.ts'

/** A placeholder: the page is static and doesn't know its own host. */
const host = 'https://app.example.com'
const url = `${host}/api/tinproof/validate`
const { countryCode, tin } = exampleRequests.valid.value
const body = { countryCode, tin }
const bodyText = `{"countryCode": "${countryCode}", "tin": "${tin}"}`

export const commands = {
  curl: `export TINPROOF_TOKEN=tp_live_YOUR_TOKEN

curl ${url} \\
  -H "Authorization: Bearer $TINPROOF_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`,
  JavaScript: `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TINPROOF_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${bodyText}),
  signal: AbortSignal.timeout(10_000),
})
const result = await response.json()
if (!response.ok) throw new Error(\`\${result.code}: \${result.message}\`)

console.log(result.validation.overall.isValid)`,
  Python: `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps(${bodyText}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TINPROOF_TOKEN"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request, timeout=10) as response:
        result = json.load(response)
except urllib.error.HTTPError as response:
    error = json.load(response)
    raise SystemExit(error["code"] + ": " + error["message"])

print(result["validation"]["overall"]["isValid"])`,
}

export function quickstart(document: OpenApiDocument): Section {
  const { apiToken } = document.components.securitySchemes
  const before = `Create a token in the dashboard under [API Tokens](/tokens) and replace \`tp_live_YOUR_TOKEN\` with it. Replace \`${host}\` with the host of this page.`
  const after = `Keep your token secret: use it only on your server, never in a browser. ${apiToken.description}

A request can take about four seconds if a register is slow. We recommend a timeout of 10 seconds.`
  return {
    id: 'quickstart',
    title: 'Quickstart',
    subsections: ['curl', 'JavaScript', 'Python'].map((title) => ({ id: title.toLowerCase(), title })),
    content: html`${markdown(before)}
<div class="split">
<div>
${heading(3, 'curl', 'curl')}
${block('Shell', escapeHtml(commands.curl))}
${heading(3, 'javascript', 'JavaScript')}
${block('JavaScript (Node.js 20 or later)', escapeHtml(commands.JavaScript))}
${heading(3, 'python', 'Python')}
${block('Python 3, no packages required', escapeHtml(commands.Python))}
</div>
<div class="beside">
${block('Response without a register check', highlightJson(exampleAnswers.valid.value))}
</div>
</div>
${markdown(after)}`,
  }
}
