import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { DeskSummary } from './components/DeskSummary.tsx'

let root: Root | undefined
const renderedText = async (counts: Parameters<typeof DeskSummary>[0]) => {
  root = createRoot(document.body.appendChild(document.createElement('p')))
  await act(async () => root?.render(<DeskSummary {...counts} />))
  return document.body.textContent
}
const links = () => [...document.querySelectorAll('a')].map(one => one.getAttribute('href'))

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('admin')
  await setLanguage('en')
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  await setLanguage('en')
})

test('the desk summary names all open tasks in one sentence, each with a link to its list', async () => {
  expect(await renderedText({ people: 2, reports: 18, deals: 1 })).toBe(
    '18 reports, 1 good deal and 2 people at the door wait for you.',
  )
  expect(links()).toEqual(['#reports', '#waiting-deals', '#waiting'])
})

test('the desk summary says that no member is pending, and leaves out a count that failed to load', async () => {
  expect(await renderedText({ people: 0, reports: 1, deals: null })).toBe(
    '1 report waits for you, and nobody is at the door.',
  )
})

test('the desk summary says when no task is open', async () => {
  expect(await renderedText({ people: 0, reports: 0, deals: 0 })).toBe('Nothing is waiting for you.')
  expect(document.querySelector('span')?.className).toBe('')
})

test('the desk summary has a placeholder style while a count is loading', async () => {
  await renderedText({ people: 3, deals: 0 })
  expect(document.querySelector('span')?.className).not.toBe('')
})

test('the desk summary is translated into French', async () => {
  await setLanguage('fr')
  expect(await renderedText({ people: 1, reports: 2, deals: 0 })).toBe(
    '2 signalements et 1 personne à la porte vous attendent.',
  )
})
