import { printJson } from '#worker/docs/shared/json.ts'
import { indented } from './literals.ts'
import type { Sent } from './snippets.ts'

const quoted = (text: string) => JSON.stringify(text)

export function java({ method, url, headers, body }: Sent): string {
  const text = body && `"""\n${indented(printJson(body).replaceAll('\\', '\\\\'), '      ')}"""`
  const send = text
    ? `.${method}(HttpRequest.BodyPublishers.ofString(${text}))`
    : `.method(${quoted(method)}, HttpRequest.BodyPublishers.noBody())`
  const request = [
    `    .uri(URI.create(${quoted(url)}))`,
    ...Object.entries(headers).map(([name, value]) => `    .header(${quoted(name)}, ${quoted(value)})`),
    '    .timeout(Duration.ofSeconds(10))',
    ...(method === 'GET' ? [] : [`    ${send}`]),
  ]
  return `import java.net.URI;
import java.net.http.*;
import java.time.Duration;

class Example {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder()
${indented(request.join('\n'), '    ')}
        .build();
    var response = HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new Exception(response.body());

    System.out.println(response.body());
  }
}`
}
