import { expect, test } from 'vitest'
import './base.css'

import.meta.glob(['../**/*.module.css', '../**/*-tokens.css'], { eager: true })

/** Custom properties that the components set inline, with example values. */
const INLINE_PROPERTIES = {
  '--hue': '150',
  '--lines': '3',
  '--n': '2',
  '--ratio': '1.5',
  '--rows': '3',
  '--share': '0.9',
}

interface TokenUse {
  selector: string
  property: string
  value: string
}

const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
  [...rules].flatMap(rule =>
    rule instanceof CSSStyleRule
      ? [rule, ...rulesIn(rule.cssRules)]
      : 'cssRules' in rule
        ? rulesIn(rule.cssRules as CSSRuleList)
        : [],
  )

/** Parses `cssText`, because the longhands of a shorthand that contains `var()` are empty strings. */
const declarationsOf = (rule: CSSStyleRule): TokenUse[] => {
  const body = rule.style.cssText
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const [index, character] of [...body].entries()) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character !== ';' || depth > 0) continue
    parts.push(body.slice(start, index))
    start = index + 1
  }
  return parts.map(part => {
    const colon = part.indexOf(':')
    return {
      selector: rule.selectorText,
      property: part.slice(0, colon).trim(),
      value: part
        .slice(colon + 1)
        .replace('!important', '')
        .trim(),
    }
  })
}

/** Finds uses of tokens without effect: the token is not defined, or its value is invalid for the property. */
const findInvalidUses = (sheets: readonly CSSStyleSheet[]): { uses: number; faults: string[] } => {
  const declared = sheets.flatMap(sheet => rulesIn(sheet.cssRules)).flatMap(declarationsOf)
  const localTokens = declared.filter(
    ({ property, selector }) => property.startsWith('--') && !selector.startsWith(':root'),
  )
  const probe = document.body.appendChild(document.createElement('i'))
  for (const [name, value] of Object.entries(INLINE_PROPERTIES)) probe.style.setProperty(name, value)
  for (const { property, value } of localTokens.toReversed()) probe.style.setProperty(property, value)
  const resolve = (value: string) => {
    probe.style.setProperty('--probe', value)
    return getComputedStyle(probe).getPropertyValue('--probe').trim()
  }
  const uses = declared.filter(({ property, value }) => !property.startsWith('--') && value.includes('var('))
  const isInvalid = ({ property, value }: TokenUse) => {
    const resolved = resolve(value)
    return resolved === '' || !CSS.supports(property, resolved)
  }
  const formatUse = ({ selector, property, value }: TokenUse) => `${selector} { ${property}: ${value} }`
  const faults = new Set(uses.filter(isInvalid).map(formatUse))
  // A custom property with several values is tested with each of them.
  for (const { property: name, value } of localTokens) {
    const before = probe.style.getPropertyValue(name)
    probe.style.setProperty(name, value)
    for (const use of uses.filter(one => one.value.includes(`var(${name}`)).filter(isInvalid))
      faults.add(`${formatUse(use)} with ${name}: ${value}`)
    probe.style.setProperty(name, before)
  }
  probe.remove()
  return { uses: uses.length, faults: [...faults] }
}

const appStyleSheets = () => [...document.styleSheets].filter(sheet => !sheet.href)

test.each(['light', 'dark'])('every use of a token resolves to a valid value in the %s theme', theme => {
  document.documentElement.dataset.theme = theme
  const { uses, faults } = findInvalidUses(appStyleSheets())
  console.log(JSON.stringify({ test: 'tokens', theme, counts: { uses, faults: faults.length } }))
  expect(faults).toEqual([])
  expect(uses).toBeGreaterThan(600)
  delete document.documentElement.dataset.theme
})

test('the shadow tokens resolve to a shadow', () => {
  const probe = document.body.appendChild(document.createElement('i'))
  for (const token of ['--shadow', '--shadow-float']) {
    probe.style.boxShadow = `var(${token})`
    expect(getComputedStyle(probe).boxShadow).not.toBe('none')
  }
  probe.remove()
})

test('findInvalidUses reports tokens that are undefined or whose value does not fit the property', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .lost { color: var(--nowhere); border: var(--line-w) solid var(--nothing); }
    .raised { --lift: light-dark(0 1px 2px black, 0 1px 2px white); box-shadow: var(--lift); }
    .sized { padding: var(--ink) 0; }
    .right { padding: var(--s-1) 0; color: var(--nowhere, red); }
  `)
  expect(findInvalidUses([sheet]).faults.map(fault => fault.split(' ')[0])).toEqual([
    '.lost',
    '.lost',
    '.raised',
    '.sized',
    '.raised',
  ])
})
