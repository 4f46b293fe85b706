import { languages, type Language } from '@parvis/contract/language.ts'
import { TERMS_PDF, termsSections } from '@parvis/contract/terms.ts'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { termsTexts } from './terms-pdf.ts'

const A4 = [595.28, 841.89]

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const fetchPdf = (query: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: `${TERMS_PDF}${query}`, headers })

interface Tag {
  role?: string
  type?: string
  id?: string
  children?: Tag[]
}

/** Returns every tagged text of the PDF with its tag in document order, as screen readers read it. */
const readTagged = async (pdf: PDFDocumentProxy): Promise<[role: string, text: string][]> => {
  const found: [string, string][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const texts = new Map<string, string>()
    let id = ''
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
      else id = item.type === 'endMarkedContent' ? '' : (item.id ?? '')
    }
    const walk = (tag: Tag, role: string) => {
      if (tag.type === 'content') {
        const text = (texts.get(tag.id!) ?? '').replaceAll(/\s+/g, ' ').trim()
        if (text !== '') found.push([role, text])
      }
      for (const child of tag.children ?? []) walk(child, tag.role ?? role)
    }
    const tree = await page.getStructTree()
    if (tree) walk(tree as Tag, '')
  }
  return found
}

const expectedTags = (language: Language): [role: string, text: string][] => {
  const texts = termsTexts[language]
  const headings = termsSections.map((section, at) => `${at + 1}. ${texts[`terms.${section}`]}`)
  const all: [string, string][] = [
    ['P', 'Parvis'],
    ['H1', texts['terms.title']!],
    ['P', texts['terms.lead']!],
    ...headings.map((heading): [string, string] => ['Reference', heading]),
    ...termsSections.flatMap((section, at): [string, string][] => [
      ['H2', headings[at]!],
      ['P', texts[`terms.${section}.text`]!],
    ]),
  ]
  return all.map(([role, text]) => [role, text.replaceAll(/\s+/g, ' ')])
}

describe.each(languages)('the PDF of the terms of service in %s', language => {
  let pdf: PDFDocumentProxy
  beforeAll(async () => {
    const { rawPayload } = await fetchPdf(`?lang=${language}`)
    pdf = await getDocument({ data: new Uint8Array(rawPayload) }).promise
  })
  afterAll(() => pdf?.loadingTask.destroy())

  it('contains the text of the terms paragraph by paragraph with the right tags', async () => {
    expect(await readTagged(pdf)).toEqual(expectedTags(language))
  })

  it('has numbered A4 pages without overflowing text', async () => {
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      expect(page.view).toEqual([0, 0, ...A4])
      const items = (await page.getTextContent()).items.filter(item => 'str' in item)
      const ends = items.map(item => item.transform[4] + item.width)
      expect(Math.max(...ends)).toBeLessThan(A4[0]! - 70)
      const footText = termsTexts[language]['terms.page']!
      const foot = footText.replace('{page}', `${number}`).replace('{pages}', `${pdf.numPages}`)
      expect(items.map(item => item.str)).toContain(foot)
    }
  })

  it('has a title, a language, an outline and links to each section', async () => {
    const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } }
    expect(info).toMatchObject({ Title: termsTexts[language]['terms.title'], Language: language })
    const outline = await pdf.getOutline()
    expect(outline.map(({ title }) => title)).toEqual(
      termsSections.map((section, at) => `${at + 1}. ${termsTexts[language][`terms.${section}`]}`),
    )
    const destinations = (await pdf.getDestinations()) as unknown as Map<string, unknown>
    const links = await (await pdf.getPage(1)).getAnnotations()
    expect(links).toHaveLength(termsSections.length)
    expect(links.map(({ dest }) => dest).filter(dest => !destinations.has(dest))).toEqual([])
  })

  it('embeds its fonts', async () => {
    const source = (await fetchPdf(`?lang=${language}`)).rawPayload.toString('latin1')
    const embedded = [...source.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)[^>]*\/FontFile2/g)].map(([, name]) => name)
    expect(embedded.sort()).toEqual(['BricolageGrotesque-Bold', 'HankenGrotesk-Regular'])
  })
})

it('the terms PDF is served inline with a file name, and revalidated by etag', async () => {
  const reply = await fetchPdf('?lang=fr')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="parvis-conditions-generales.pdf"',
    'content-language': 'fr',
  })
  const again = await fetchPdf('?lang=fr', { 'if-none-match': String(reply.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const english = await fetchPdf('?lang=en', { 'if-none-match': String(reply.headers.etag) })
  expect(english.statusCode).toBe(200)
})

it('the terms PDF is in the language of the browser by default; an unsupported language is refused', async () => {
  const reply = await fetchPdf('', { 'accept-language': 'fr-FR,fr;q=0.9' })
  expect(reply.headers['content-language']).toBe('fr')
  const refused = await fetchPdf('?lang=de')
  expect(refused.json()).toMatchObject({ error: { key: 'badrequest' } })
})
