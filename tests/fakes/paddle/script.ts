/**
 * Paddle.js version 2, as far as it is used: Environment.set, Initialize, Checkout.open and Checkout.close, with the
 * events that Paddle documents. The payment sheet is a frame, as Paddle's is.
 */
export const paddleScript = `(() => {
  const pages = new URL('.', document.currentScript.src)
  const state = { environment: 'production', setup: undefined, frame: undefined, checkout: undefined }

  const emit = (event) => state.setup?.eventCallback?.(event)

  const close = () => {
    if (!state.frame) return
    state.frame.remove()
    state.frame = undefined
    emit({ name: 'checkout.closed', ...(state.checkout && { data: state.checkout }) })
    state.checkout = undefined
  }

  const place = (frame, settings) => {
    frame.name = 'paddle_frame'
    frame.title = 'Paddle Checkout'
    frame.allow = 'payment'
    if (settings.displayMode !== 'inline') {
      frame.className = 'paddle-frame paddle-frame-overlay'
      frame.style.cssText =
        'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 99999; background: transparent; color-scheme: auto'
      document.body.append(frame)
      return
    }
    const [target] = document.getElementsByClassName(settings.frameTarget ?? '')
    if (!target) throw new Error('[PADDLE] No element with the class name of frameTarget: ' + settings.frameTarget)
    frame.className = 'paddle-frame paddle-frame-inline'
    frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: none'
    frame.height = String(settings.frameInitialHeight ?? 450)
    target.append(frame)
  }

  const open = (options = {}) => {
    if (!state.setup) throw new Error('[PADDLE] Initialize must be called before Checkout.open')
    close()
    const settings = { displayMode: 'overlay', theme: 'light', ...state.setup.checkout?.settings, ...options.settings }
    const frame = document.createElement('iframe')
    frame.src = new URL('checkout', pages)
    place(frame, settings)
    state.frame = frame
    state.request = { ...options, settings, token: state.setup.token, environment: state.environment }
  }

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== pages.origin || !state.frame || source !== state.frame.contentWindow) return
    if (data.ready) state.frame.contentWindow.postMessage(JSON.parse(JSON.stringify(state.request)), pages.origin)
    if (data.close) close()
    if (data.event) {
      if (data.event.data) state.checkout = data.event.data
      emit(data.event)
    }
  })

  globalThis.Paddle = {
    Environment: { set: (environment) => { state.environment = environment } },
    Initialize: (setup) => {
      if (typeof setup?.token !== 'string') throw new Error('[PADDLE] Initialize needs a client-side token')
      state.setup = setup
    },
    Initialized: false,
    Checkout: { open, close },
  }
  Object.defineProperty(globalThis.Paddle, 'Initialized', { get: () => state.setup !== undefined })
})()
`
