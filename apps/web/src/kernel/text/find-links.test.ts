// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

describe('links in a text', () => {
  test('stand apart from the words around them and from the full stop', () => {
    expect(findLinks('Voir https://lac.example/bain?x=1. Puis (http://a.example/b).')).toEqual([
      { text: 'Voir ' },
      { text: 'https://lac.example/bain?x=1', href: 'https://lac.example/bain?x=1' },
      { text: '. Puis (' },
      { text: 'http://a.example/b', href: 'http://a.example/b' },
      { text: ').' },
    ])
  })

  test.each([
    ['https://fr.wikipedia.org/wiki/Annecy_(Haute-Savoie)', 'https://fr.wikipedia.org/wiki/Annecy_(Haute-Savoie)', ''],
    ['https://lac.example/a_(b)).', 'https://lac.example/a_(b)', ').'],
    ['www.annecy.fr', 'http://www.annecy.fr', ''],
    ['WWW.Bibliotheque.museum/horaires, ouvert', 'http://WWW.Bibliotheque.museum/horaires', ', ouvert'],
    ['lac-annecy.com/plage?jour=1#bain !', 'http://lac-annecy.com/plage?jour=1#bain', ' !'],
    ['https://a.example»', 'https://a.example', '»'],
    ['https://mairie.example/l’été', 'https://mairie.example/l', '’été'],
    ['https://münchen.example/ß', 'https://münchen.example/ß', ''],
  ])('%s', (written, href, rest) => {
    const [word, link, after] = findLinks(`(Voir ${written}`)
    expect([word?.text, link?.href, after?.text ?? '']).toEqual(['(Voir ', href, rest])
  })

  test.each([
    'à demain.Il fera beau',
    'etc.et puis',
    'mairie@annecy.fr',
    '12.30',
    'www.',
    '//lac.example/a',
    'http://',
    'ftp://lac.example/a',
  ])('are not seen in "%s"', text => {
    expect(findLinks(text)).toEqual([{ text }])
  })

  test('take no time that is felt, however long and odd the text', () => {
    const before = performance.now()
    for (const odd of ['(', '[({', 'www.', 'http://', 'a.', 'https://a.fr/(', '"', 'é-', 'https://a.fr/', "'a.fr"])
      findLinks(odd.repeat(1000))
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('are never anything but the web', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'plain words'])
      expect(findLinks(text).some(piece => piece.href)).toBe(false)
  })

  test('lose no letter of the text', () => {
    const text = 'a https://b.example/«c» https://d.example, e'
    expect(
      findLinks(text)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
  })
})
