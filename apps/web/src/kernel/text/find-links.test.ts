// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

describe('links in a text', () => {
  test('are separated from surrounding words and punctuation', () => {
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
    ['www.annecy.fr', 'https://www.annecy.fr', ''],
    ['WWW.Bibliotheque.museum/horaires, ouvert', 'https://WWW.Bibliotheque.museum/horaires', ', ouvert'],
    ['lac-annecy.com/plage?jour=1#bain !', 'http://lac-annecy.com/plage?jour=1#bain', ' !'],
    ['https://a.example»', 'https://a.example', '»'],
    ['https://mairie.example/l’été', 'https://mairie.example/l', '’été'],
    ['https://münchen.example/ß', 'https://münchen.example/ß', ''],
  ])('end where the URL ends: %s', (written, href, rest) => {
    const [word, link, after] = findLinks(`(Voir ${written}`)
    expect([word?.text, link?.href, after?.text ?? '']).toEqual(['(Voir ', href, rest])
  })

  test.each([
    'à demain.Il fera beau',
    'etc.et puis',
    '12.30',
    'www.',
    '//lac.example/a',
    'http://',
    'ftp://lac.example/a',
  ])('are not found in "%s"', text => {
    expect(findLinks(text)).toEqual([{ text }])
  })

  test.each([
    ['mairie@annecy.fr.', 'mailto:mairie@annecy.fr', '.'],
    ['Jean.Dupont+lac@exemple.com, merci', 'mailto:Jean.Dupont+lac@exemple.com', ', merci'],
    ['06 12 34 56 78 !', 'tel:0612345678', ' !'],
    ['06.12.34.56.78.', 'tel:0612345678', '.'],
    ['0612345678)', 'tel:0612345678', ')'],
    ['04-50-33-88-88', 'tel:0450338888', ''],
    ['06\u00a012\u00a034\u00a056\u00a078', 'tel:0612345678', ''],
    ['+33 (0)6 12 34 56 78', 'tel:+33612345678', ''],
    ['+41 22 730 61 11, ext. 4', 'tel:+41227306111', ', ext. 4'],
    ['020 7946 0958', 'tel:02079460958', ''],
  ])('include e-mail addresses and phone numbers: %s', (written, href, rest) => {
    const [word, link, after] = findLinks(`(Voir ${written}`)
    expect([word?.text, link?.href, after?.text ?? '']).toEqual(['(Voir ', href, rest])
  })

  test.each([
    'le 01.02.2026',
    'le 01/02/2026 10:30',
    '0 800 lots',
    '10 000 000 000 étoiles',
    'réf. A0612345678',
    '0612345678901234',
    '1.0612345678',
    'n° 00-123',
  ])('include no phone number in "%s"', text => {
    expect(findLinks(text)).toEqual([{ text }])
  })

  test('are found within 5 s, also in long unusual texts', () => {
    const before = performance.now()
    for (const odd of [
      '(',
      '[({',
      'www.',
      'http://',
      'a.',
      'https://a.fr/(',
      '"',
      'é-',
      'https://a.fr/',
      "'a.fr",
      '0 1',
      '+1',
      'a@',
      '01.',
    ])
      findLinks(odd.repeat(1000))
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('are not found for other schemes, incomplete URLs or plain words', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'plain words'])
      expect(findLinks(text).some(piece => piece.href)).toBe(false)
  })

  test('preserve every character of the text', () => {
    const text = 'a https://b.example/«c» https://d.example, e'
    expect(
      findLinks(text)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
  })
})
