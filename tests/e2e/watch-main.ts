declare global {
  interface Window {
    switches: unknown[]
    /** Every text of `main` since the last record. */
    texts: Set<string>
  }
}

/** Records the texts of `main` and every switch. Runs in the page before its first script. */
export function watchMain(): void {
  window.switches = []
  window.texts = new Set()
  const note = (node: Node) => {
    const text = node.textContent?.trim()
    if (text) window.texts.add(text)
  }
  const changes = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      // A removed node may have been in main.
      if (element?.isConnected && !element.closest('main')) continue
      if (type === 'characterData') note(target)
      for (const added of addedNodes) note(added)
    }
  })
  changes.observe(document, { subtree: true, childList: true, characterData: true })
  const everyFrame = () => {
    const main = document.querySelector('main')
    if (main) note(main)
    requestAnimationFrame(everyFrame)
  }
  window.addEventListener('organizationChanged', (event) => {
    if (!(event instanceof CustomEvent)) return
    window.switches.push(event.detail)
    changes.takeRecords()
    window.texts.clear()
  })
  requestAnimationFrame(everyFrame)
}
