import { describe, expect, test } from 'vitest'
import { isLong, piecesOf } from './post-text.ts'

describe('links in a text', () => {
  test('stand apart from the words around them and from the full stop', () => {
    expect(piecesOf('Voir https://lac.example/bain?x=1. Puis (http://a.example/b).')).toEqual([
      { text: 'Voir ' },
      { text: 'https://lac.example/bain?x=1', href: 'https://lac.example/bain?x=1' },
      { text: '. Puis (' },
      { text: 'http://a.example/b', href: 'http://a.example/b' },
      { text: ').' },
    ])
  })

  test('are never anything but the web', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'plain words']) expect(piecesOf(text).some(piece => piece.href)).toBe(false)
  })

  test('lose no letter of the text', () => {
    const text = 'a https://b.example/«c» https://d.example, e'
    expect(piecesOf(text).map(piece => piece.text).join('')).toBe(text)
  })
})

test('a text is long by its letters or by its lines', () => {
  expect(isLong('short')).toBe(false)
  expect(isLong('x'.repeat(421))).toBe(true)
  expect(isLong('a\n'.repeat(9))).toBe(true)
})
