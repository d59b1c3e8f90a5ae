import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { exampleAnswers, exampleRequests } from '#worker/docs/openapi/examples.ts'
import { block, escaped, heading, html, prose } from './html.ts'
import { coloured } from './json.ts'
import type { Section } from './section.ts'

/** The page is static and cannot know where it stands. */
const host = 'https://app.example.com'
const address = `${host}/api/tinproof/validate`
const { countryCode, tin } = exampleRequests.valid.value
const body = { countryCode, tin }
const spaced = `{"countryCode": "${countryCode}", "tin": "${tin}"}`

/** The same call in three languages. */
export const commands = {
  curl: `export TINPROOF_TOKEN=tp_live_YOUR_TOKEN

curl ${address} \\
  -H "Authorization: Bearer $TINPROOF_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`,
  JavaScript: `const answer = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TINPROOF_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${spaced}),
  signal: AbortSignal.timeout(10_000),
})
const result = await answer.json()
if (!answer.ok) throw new Error(\`\${result.code}: \${result.message}\`)

console.log(result.validation.overall.isValid)`,
  Python: `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    "${address}",
    data=json.dumps(${spaced}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TINPROOF_TOKEN"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request, timeout=10) as answer:
        result = json.load(answer)
except urllib.error.HTTPError as refusal:
    problem = json.load(refusal)
    raise SystemExit(problem["code"] + ": " + problem["message"])

print(result["validation"]["overall"]["isValid"])`,
}

export function firstCall(document: OpenApiDocument): Section {
  const { apiToken } = document.components.securitySchemes
  const before = `Make a token on the dashboard, under [API Tokens](/tokens), and put it in the place of \`tp_live_YOUR_TOKEN\`. Put the host of this page in the place of \`${host}\`.`
  const after = `A token is a secret: keep it on your server and out of your pages. ${apiToken.description}

A call may take some four seconds when a register is slow: let your client wait for ten.`
  return {
    id: 'first-call',
    title: 'First call',
    within: ['curl', 'JavaScript', 'Python'].map((title) => ({ id: title.toLowerCase(), title })),
    content: html`${prose(before)}
<div class="split">
<div>
${heading(3, 'curl', 'curl')}
${block('Shell', escaped(commands.curl))}
${heading(3, 'javascript', 'JavaScript')}
${block('JavaScript, Node 20 or newer', escaped(commands.JavaScript))}
${heading(3, 'python', 'Python')}
${block('Python 3, without packages', escaped(commands.Python))}
</div>
<div class="beside">
${block('Answer, where no register is asked', coloured(exampleAnswers.valid.value))}
</div>
</div>
${prose(after)}`,
  }
}
