type Element = string | undefined

const MAX_SHELL = 64 * 1024
const DEPTHS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** Reads `{ …, "items": [ … ], … }` in pieces. Throws SyntaxError, or RangeError if the rest is too long. */
export class JsonItems {
  readonly #maxLength: number
  #shell = ''
  #element = ''
  #isTooLong = false
  #depth = 0
  #isInItems = false
  #isFirst = true
  #isInString = false
  #isEscaped = false

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  push(text: string): Element[] {
    const elements: Element[] = []
    let from = 0
    for (let position = 0; position < text.length; position++) {
      const character = text.charAt(position)
      if (this.#isPartOfString(character)) continue
      this.#depth += DEPTHS[character] ?? 0
      const before = () => text.slice(from, position)
      if (!this.#isInItems) {
        if (character !== '[' || this.#depth !== 2 || !this.#isItemsNext(before())) continue
        this.#keep(`${before()}[`)
        from = position + 1
        this.#isInItems = true
      } else if (this.#depth === 1) {
        this.#keep(before())
        from = position
        elements.push(...this.#finish(true))
        this.#isInItems = false
      } else if (character === ',' && this.#depth === 2) {
        this.#keep(before())
        from = position + 1
        elements.push(...this.#finish(false))
      }
    }
    this.#keep(text.slice(from))
    return elements
  }

  end(): unknown {
    if (this.#isInItems) throw new SyntaxError('The items are not complete')
    return JSON.parse(this.#shell)
  }

  #isPartOfString(character: string): boolean {
    if (!this.#isInString) {
      this.#isInString = character === '"'
      return this.#isInString
    }
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isInString = false
    return true
  }

  #isItemsNext(text: string): boolean {
    return /(?<!\\)"items"\s*:\s*$/.test(this.#shell.slice(-100) + text.slice(-100))
  }

  #keep(text: string): void {
    if (!this.#isInItems) {
      this.#shell += text
      if (this.#shell.length > MAX_SHELL) throw new RangeError('The object is too long')
    } else if (this.#isTooLong || this.#element.length + text.length > this.#maxLength) {
      this.#isTooLong = true
      this.#element = ''
    } else this.#element += text
  }

  #finish(isLast: boolean): Element[] {
    const element = this.#isTooLong ? undefined : this.#element
    this.#element = ''
    this.#isTooLong = false
    const isEmpty = isLast && this.#isFirst && element?.trim() === ''
    this.#isFirst = isLast
    return isEmpty ? [] : [element]
  }
}
