// @vitest-environment node
import { expect, test } from 'vitest'
import { sharedTexts } from './shared-texts.ts'

const LINK = 'https://annecy.example/vide-grenier'

const textsOf = (given: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(given)) form.append(name, value)
  return sharedTexts(form)
}

test('sharedTexts returns title, text and link in this order', () => {
  expect(textsOf({ title: ' Vide-grenier ', text: 'Dimanche', url: LINK })).toEqual(['Vide-grenier', 'Dimanche', LINK])
  expect(textsOf({ text: '', url: LINK })).toEqual([LINK])
})

test.each([
  ['as its only content', LINK],
  ['at the end', `Dimanche ${LINK}`],
  ['in the middle', `Dimanche (${LINK}), sous les tilleuls`],
  ['at the end of a sentence', `Dimanche : ${LINK}. Venez !`],
])('sharedTexts omits a link that the text contains %s', (_, text) => {
  expect(textsOf({ text, url: LINK })).toEqual([text])
})

test('sharedTexts does not omit a link that is only a prefix of another link in the text', () => {
  for (const more of ['-de-nuit', '/plan', '?jour=2', '.html'])
    expect(textsOf({ text: `Dimanche ${LINK}${more}`, url: LINK })).toEqual([`Dimanche ${LINK}${more}`, LINK])
})

test('sharedTexts omits a link that the title contains or is equal to', () => {
  expect(textsOf({ title: LINK, url: LINK })).toEqual([LINK])
  expect(textsOf({ title: `Vide-grenier ${LINK}`, url: LINK })).toEqual([`Vide-grenier ${LINK}`])
})

test('sharedTexts omits a title with which the text begins, unless the title is only a part of the first word', () => {
  expect(textsOf({ title: 'Vide-grenier', text: 'Vide-grenier, dimanche' })).toEqual(['Vide-grenier, dimanche'])
  expect(textsOf({ title: 'Vide-grenier', text: 'Vide-grenier' })).toEqual(['Vide-grenier'])
  expect(textsOf({ title: 'Vide', text: 'Videz vos greniers' })).toEqual(['Vide', 'Videz vos greniers'])
  expect(textsOf({ title: 'grenier', text: 'Un grenier' })).toEqual(['grenier', 'Un grenier'])
})

test('sharedTexts ignores files among the texts', () => {
  const form = new FormData()
  form.append('text', new File(['x'], 'x.txt'))
  form.append('text', 'Dimanche')
  expect(sharedTexts(form)).toEqual(['Dimanche'])
})
