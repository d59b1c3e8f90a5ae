import { ConnectionError } from './error.ts'

/** The API can't end a response with an error, so it writes one. */
const INTERRUPTED = 'The download was interrupted here.'

/** If the file breaks off, reading it throws `INCOMPLETE_DOWNLOAD`. */
export const completeFile = (response: Response, signal?: AbortSignal): Response =>
  new Response(response.body && complete(response.body, signal), response)

function complete(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let end = ''
  return new ReadableStream({
    async pull(controller) {
      const { value } = await reader.read().catch((error: unknown) => {
        throw signal?.aborted ? error : incomplete(error)
      })
      if (value) {
        end = (end + decoder.decode(value, { stream: true })).slice(-200)
        controller.enqueue(value)
      } else if (end.includes(INTERRUPTED)) throw incomplete()
      else controller.close()
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const incomplete = (cause?: unknown) =>
  new ConnectionError(
    'The download was interrupted, so the file is incomplete.',
    { status: null, code: 'INCOMPLETE_DOWNLOAD' },
    cause,
  )
