import type { TextResponse } from '#worker/lib/http-client.ts'
import { elementsAt, parseXml, type XmlElement } from '#worker/lib/xml.ts'
import type { RegisterHttp } from './register.ts'

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'

/** SOAP 1.1. `answer` is the response's body, undefined if it isn't an envelope. */
export async function callSoap(
  http: RegisterHttp,
  path: string,
  { action, body }: { action: string; body: string },
): Promise<{ response: TextResponse; answer: XmlElement | undefined }> {
  const response = await http.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` },
    body: `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${body}</s:Body></s:Envelope>`,
  })
  const [answer] = elementsAt(await parseXml(response.text), 'Body')
  return { response, answer }
}
