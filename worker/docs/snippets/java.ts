import { printJson } from '#worker/docs/contract/json.ts'
import type { Sent } from './api-request.ts'
import { indented } from './literals.ts'

const quoted = (text: string) => JSON.stringify(text)

export function java({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const text = body && `"""\n${indented(printJson(body).replaceAll('\\', '\\\\'), '      ')}"""`
  const publisher = text ? `ofString(${text})` : file ? `ofFile(Path.of(${quoted(file.name)}))` : 'noBody()'
  const verb = method === 'PATCH' ? 'method("PATCH", ' : `${method}(`
  const send = method === 'DELETE' ? '.DELETE()' : `.${verb}HttpRequest.BodyPublishers.${publisher})`
  const request = [
    `    .uri(URI.create(${quoted(url)}))`,
    ...Object.entries(headers).map(([name, value]) => `    .header(${quoted(name)}, ${quoted(value)})`),
    ...(method === 'GET' ? [] : [`    ${send}`]),
  ]
  return `import java.net.URI;
import java.net.http.*;
${file ? 'import java.nio.file.Path;\n' : ''}import java.util.concurrent.TimeUnit;

class Example {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder()
${indented(request.join('\n'), '    ')}
        .build();
    var response = HttpClient.newHttpClient()
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .get(${timeout}, TimeUnit.SECONDS);
    if (response.statusCode() >= 300)
      throw new Exception(response.statusCode() + ": " + response.body());
${prints ? '\n    System.out.println(response.body());\n' : ''}  }
}`
}
