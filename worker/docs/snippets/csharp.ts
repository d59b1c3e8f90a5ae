import { printJson } from '#worker/docs/contract/json.ts'
import type { Sent } from './api-request.ts'
import { indented } from './literals.ts'

const methods = { GET: 'Get', POST: 'Post', PATCH: 'Patch', DELETE: 'Delete' } as const

export function cSharp({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const { 'Content-Type': _, ...others } = headers
  const set = Object.entries(others).map(
    ([name, value]) => `request.Headers.Add(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  const content = body
    ? `request.Content = new StringContent(
    """
${indented(printJson(body), '    ')}
    """,
    Encoding.UTF8,
    "application/json");
`
    : file
      ? `request.Content = new StreamContent(File.OpenRead("${file.name}"));
request.Content.Headers.ContentType = new("${file.type}");
`
      : ''
  return `${body ? 'using System.Text;\n' : ''}${prints ? 'using System.Text.Json;\n' : ''}${body || prints ? '\n' : ''}using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(${timeout}) };
var request = new HttpRequestMessage(HttpMethod.${methods[method]}, "${url}");
${set.join('')}${content}
var response = await client.SendAsync(request);
var text = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new Exception($"{(int)response.StatusCode}: {text}");${prints ? printed(prints) : ''}`
}

const printed = (prints: readonly string[]) => `

var answer = JsonDocument.Parse(text).RootElement;
Console.WriteLine(answer${prints.map((name) => `.GetProperty("${name}")`).join('')});`
