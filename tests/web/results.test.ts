import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { resultNumbers, sandboxAnswerTo } from '#tests/result-numbers.ts'
import { ResultPanel, ResultTable } from '#web/dashboard/index.ts'
import { ResultBadge } from '#web/results/index.ts'
import { resultTexts } from '#worker/validation/contract.ts'

const inks = {
  green: 'text-valid',
  amber: 'text-unsure',
  blue: 'text-accent-text',
  red: 'text-invalid',
  gray: 'bg-idle-soft',
}
const country = { name: 'Country', adjective: 'Local' }

/** The text, without the icons. */
const textOf = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/ +/g, ' ')

describe('the screen of a result', () => {
  test.each(resultNumbers)('$countryCode $tin is $result, in its color, with its sentence', (number) => {
    const { result, ...item } = number
    const answer = sandboxAnswerTo(item)
    const { word, color } = resultTexts[result]
    const panel = createElement(ResultPanel, { response: answer, input: item, countryOf: () => country })
    const html = renderToStaticMarkup(createElement(MemoryRouter, null, panel))
    expect(textOf(html)).toContain(` ${word} `)
    expect(textOf(html)).toContain(answer.reason)
    expect(html).toMatch(new RegExp(`^<div class="[^"]*border-${inks[color].split('-')[1]}-line`))
    const table = renderToStaticMarkup(createElement(ResultTable, { response: answer, country }))
    const badge = renderToStaticMarkup(createElement(ResultBadge, { result }))
    expect(table).toContain(badge)
    expect(textOf(badge).trim()).toBe(word)
    expect(badge).toContain(inks[color])
  })
})
