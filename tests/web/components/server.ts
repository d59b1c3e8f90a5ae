import type { ExtractSchema } from 'hono/types'
import type { AppType } from '#worker/app.ts'
import type { ErrorBody } from '#worker/http/contract.ts'

type Routes = ExtractSchema<AppType>
type Output<Endpoint> = Endpoint extends { output: infer Data } ? Data : never
type Answer<Data> = Data | Response | ((request: Request) => Data | Response | Promise<Data | Response>)

/** What each route answers: data, a response, or what makes one of them from the request. */
export type Answers = {
  [Path in keyof Routes]?: { [Verb in keyof Routes[Path]]?: Answer<Output<Routes[Path][Verb]>> }
}

type Change<Verb> = Verb extends '$get' ? never : Verb extends `$${infer Method}` ? Uppercase<Method> : never

/** `POST /api/tokens`: every call but reads. */
export type ChangingCall = {
  [Path in keyof Routes & string]: `${Change<keyof Routes[Path]>} ${Path}`
}[keyof Routes & string]

/** Answers of the API that refuse a call. */
export const refusal = (status: number, message: string, body: Partial<ErrorBody> = {}) =>
  Response.json({ message, ...body }, { status })

export const unavailable = refusal(503, 'The service cannot answer right now.')

const matches = (pattern: string, pathname: string) =>
  new RegExp(`^${pattern.replaceAll(/:[^/]+/g, '[^/]+')}$`).test(pathname)

/** Answers the app's requests in the page. Keeps each request, and names those that no answer is for. */
export function createServer() {
  let answers: Answers = {}
  const requests: Request[] = []
  const unanswered: string[] = []

  function find({ method, url }: Request): Answer<unknown> {
    const { pathname } = new URL(url)
    const verb = `$${method.toLowerCase()}`
    const paths = Object.entries(answers).filter(([pattern]) => matches(pattern, pathname))
    const known = paths.flatMap(([pattern, verbs]) =>
      Object.entries(verbs).flatMap(([name, answer]) => (name === verb ? [{ pattern, answer }] : [])),
    )
    return (known.find(({ pattern }) => pattern === pathname) ?? known[0])?.answer
  }

  async function respond(request: Request): Promise<Response> {
    requests.push(request)
    const answer = find(request)
    const data = answer instanceof Function ? await answer(request.clone()) : answer
    if (data instanceof Response) return data.clone()
    if (data !== undefined) return Response.json(data)
    unanswered.push(`${request.method} ${request.url}`)
    return refusal(404, 'Not found.')
  }

  return {
    unanswered,
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      if (new URL(request.url).origin === location.origin) return await respond(request)
      throw new TypeError('Other hosts are out of reach')
    },
    /** Adds answers, or replaces earlier ones. */
    answer: (more: Answers) => {
      for (const [path, verbs] of Object.entries(more))
        answers = { ...answers, [path]: { ...answers[path as keyof Answers], ...verbs } }
    },
    /** The bodies that were sent to a path. */
    sent: async (method: string, path: string): Promise<unknown[]> => {
      const sent = requests.filter(
        (request) => request.method === method && new URL(request.url).pathname === path,
      )
      const bodies = await Promise.all(sent.map((request) => request.clone().text()))
      return bodies.map((body) => (body ? JSON.parse(body) : undefined))
    },
    /** The organization that each request to this call named. */
    organizations: async (call: ChangingCall): Promise<unknown[]> => {
      const [method, pattern = ''] = call.split(' ')
      const sent = requests.filter(
        (request) => request.method === method && matches(pattern, new URL(request.url).pathname),
      )
      const inBody = async (request: Request) => JSON.parse(await request.clone().text()).organizationId
      return await Promise.all(
        sent.map((request) => request.headers.get('x-organization-id') ?? inBody(request)),
      )
    },
  }
}

/** An answer that waits until it is released. */
export function held<Data>(data: Data): { answer: () => Promise<Data>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { answer: () => promise.then(() => data), release: resolve }
}
