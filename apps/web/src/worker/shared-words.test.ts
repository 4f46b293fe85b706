// @vitest-environment node
import { expect, test } from 'vitest'
import { sharedWords } from './shared-words.ts'

const LINK = 'https://annecy.example/vide-grenier'

const wordsOf = (given: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(given)) form.append(name, value)
  return sharedWords(form)
}

test('lists title, text and link in this order', () => {
  expect(wordsOf({ title: ' Vide-grenier ', text: 'Dimanche', url: LINK })).toEqual(['Vide-grenier', 'Dimanche', LINK])
  expect(wordsOf({ text: '', url: LINK })).toEqual([LINK])
})

test.each([
  ['alone', LINK],
  ['at the end', `Dimanche ${LINK}`],
  ['in the middle', `Dimanche (${LINK}), sous les tilleuls`],
  ['at the end of a sentence', `Dimanche : ${LINK}. Venez !`],
])('omits a link that the text contains %s', (_, text) => {
  expect(wordsOf({ text, url: LINK })).toEqual([text])
})

test('keeps a link that is only a prefix of one in the text', () => {
  for (const more of ['-de-nuit', '/plan', '?jour=2', '.html'])
    expect(wordsOf({ text: `Dimanche ${LINK}${more}`, url: LINK })).toEqual([`Dimanche ${LINK}${more}`, LINK])
})

test('omits a link that the title contains or is', () => {
  expect(wordsOf({ title: LINK, url: LINK })).toEqual([LINK])
  expect(wordsOf({ title: `Vide-grenier ${LINK}`, url: LINK })).toEqual([`Vide-grenier ${LINK}`])
})

test('omits a title that the text begins with, but not one that is only part of its first word', () => {
  expect(wordsOf({ title: 'Vide-grenier', text: 'Vide-grenier, dimanche' })).toEqual(['Vide-grenier, dimanche'])
  expect(wordsOf({ title: 'Vide-grenier', text: 'Vide-grenier' })).toEqual(['Vide-grenier'])
  expect(wordsOf({ title: 'Vide', text: 'Videz vos greniers' })).toEqual(['Vide', 'Videz vos greniers'])
  expect(wordsOf({ title: 'grenier', text: 'Un grenier' })).toEqual(['grenier', 'Un grenier'])
})

test('ignores files among the texts', () => {
  const form = new FormData()
  form.append('text', new File(['x'], 'x.txt'))
  form.append('text', 'Dimanche')
  expect(sharedWords(form)).toEqual(['Dimanche'])
})
