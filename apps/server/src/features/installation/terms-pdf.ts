import type { Language } from '@parvis/contract/language.ts'
import { termsSections } from '@parvis/contract/terms.ts'
import en from '@parvis/contract/terms/en.json' with { type: 'json' }
import fr from '@parvis/contract/terms/fr.json' with { type: 'json' }
import PdfDocument from 'pdfkit'
import { pdfColors as colors, pdfFonts as fonts } from '#server/kernel/pdf.ts'

type Document = InstanceType<typeof PdfDocument>

type Texts = Record<string, string>

export const termsTexts: Record<Language, Texts> = { en, fr }

/** Page margins in points. About 80 characters fit on a line. */
const margins = { top: 72, bottom: 84, left: 76, right: 76 }
const sizes = { brand: 13, title: 27, lead: 12.5, heading: 15, text: 10.5, foot: 9 }
const gaps = { afterBrand: 30, afterTitle: 10, afterLead: 24, contents: 5, section: 20, afterHeading: 5, line: 3.5 }
/** Distance of the footer from the bottom edge, in points. */
const FOOTER_OFFSET = 48

const destinationName = (section: string) => `terms-${section}`

const drawFooters = (doc: Document, texts: Texts) => {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const y = doc.page.height - FOOTER_OFFSET
    const width = doc.page.width - margins.left - margins.right
    // Otherwise PDFKit would start a new page for text below the bottom margin.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc
      .moveTo(margins.left, y - 10)
      .lineTo(margins.left + width, y - 10)
      .lineWidth(0.75)
      .stroke(colors.line)
    doc.font(fonts.text).fontSize(sizes.foot).fillColor(colors.soft)
    doc.text(texts['terms.title']!, margins.left, y, { lineBreak: false })
    const number = texts['terms.page']!.replace('{page}', String(page - start + 1)).replace('{pages}', String(count))
    doc.text(number, margins.left + width - doc.widthOfString(number), y, { lineBreak: false })
    doc.endMarkedContent()
    doc.page.margins.bottom = margins.bottom
  }
}

/** Draws A4 pages with tags for screen readers, an outline and a linked table of contents. */
const drawTerms = (doc: Document, texts: Texts) => {
  const width = doc.page.width - margins.left - margins.right
  const root = doc.struct('Document')
  doc.addStructure(root)
  const write = (tag: string, parent: PDFKit.PDFStructureElement, draw: () => void) =>
    parent.add(doc.struct(tag, {}, draw))

  write('P', root, () => doc.font(fonts.title).fontSize(sizes.brand).fillColor(colors.brand).text('Parvis'))
  doc.y += gaps.afterBrand
  write('H1', root, () => doc.fontSize(sizes.title).fillColor(colors.ink).text(texts['terms.title']!))
  doc.y += gaps.afterTitle
  write('P', root, () =>
    doc.font(fonts.text).fontSize(sizes.lead).fillColor(colors.soft).text(texts['terms.lead']!, { lineGap: gaps.line }),
  )
  doc.y += gaps.afterLead

  const contents = doc.struct('TOC', { title: texts['terms.contents']! })
  root.add(contents)
  doc.fontSize(sizes.text)
  for (const [at, section] of termsSections.entries()) {
    const entry = doc.struct('TOCI')
    contents.add(entry)
    const label = texts[`terms.${section}`]!
    write('Reference', entry, () => {
      doc.fillColor(colors.brand)
      doc.text(`${at + 1}. ${label}`, { goTo: destinationName(section), Contents: label } as PDFKit.Mixins.TextOptions)
    })
    entry.end()
    doc.y += gaps.contents
  }
  contents.end()

  const bottom = doc.page.height - margins.bottom
  for (const [at, section] of termsSections.entries()) {
    const heading = `${at + 1}. ${texts[`terms.${section}`]!}`
    const text = texts[`terms.${section}.text`]!
    doc.y += gaps.section
    const headingHeight = doc.font(fonts.title).fontSize(sizes.heading).heightOfString(heading, { width })
    doc.font(fonts.text).fontSize(sizes.text)
    const needed = headingHeight + gaps.afterHeading + doc.heightOfString(text, { width, lineGap: gaps.line })
    if (doc.y + needed > bottom) doc.addPage()
    const part = doc.struct('Sect')
    root.add(part)
    doc.outline.addItem(heading)
    doc.addNamedDestination(destinationName(section), 'XYZ', null, doc.y - gaps.section / 2, null)
    write('H2', part, () => doc.font(fonts.title).fontSize(sizes.heading).fillColor(colors.ink).text(heading))
    doc.y += gaps.afterHeading
    write('P', part, () =>
      doc.font(fonts.text).fontSize(sizes.text).fillColor(colors.ink).text(text, { lineGap: gaps.line }),
    )
    part.end()
  }
  root.end()
}

export const renderTermsPdf = async (language: Language): Promise<Buffer> => {
  const texts = termsTexts[language]
  const doc = new PdfDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    // `PDF/UA` is missing in the types of pdfkit.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    font: fonts.text,
    info: { Title: texts['terms.title']!, Author: 'Parvis', Creator: 'Parvis' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  drawTerms(doc, texts)
  drawFooters(doc, texts)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
