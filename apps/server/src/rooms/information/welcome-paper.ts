import PdfDocument from 'pdfkit'
import { paperColors, paperFonts } from '#server/kernel/paper.ts'

/** One page of a welcome paper, in one language. */
export interface WelcomePage {
  title: string
  lead: string
  parts: { heading: string; lines: string[] }[]
}

const margins = { top: 52, bottom: 44, left: 68, right: 68 }
const sizes = { brand: 12, title: 24, lead: 11.5, heading: 13.5, text: 10 }
const gaps = { afterBrand: 18, afterTitle: 8, section: 14, afterHeading: 4, line: 2.5 }

const drawPage = (doc: InstanceType<typeof PdfDocument>, place: string, { title, lead, parts }: WelcomePage) => {
  doc.font(paperFonts.title).fontSize(sizes.brand).fillColor(paperColors.brand).text(place)
  doc.y += gaps.afterBrand
  doc.fontSize(sizes.title).fillColor(paperColors.ink).text(title)
  doc.y += gaps.afterTitle
  doc.font(paperFonts.text).fontSize(sizes.lead).fillColor(paperColors.soft).text(lead, { lineGap: gaps.line })
  for (const { heading, lines } of parts) {
    doc.y += gaps.section
    doc.font(paperFonts.title).fontSize(sizes.heading).fillColor(paperColors.ink).text(heading)
    doc.y += gaps.afterHeading
    doc.font(paperFonts.text).fontSize(sizes.text)
    for (const line of lines) doc.text(line, { lineGap: gaps.line })
  }
}

/** A paper of a page for each language, for who is new in a community. */
export const makeWelcomePaper = async (
  place: string,
  at: Date,
  [first, ...others]: [WelcomePage, ...WelcomePage[]],
): Promise<Buffer> => {
  const doc = new PdfDocument({
    size: 'A4',
    margins,
    pdfVersion: '1.7',
    lang: 'fr',
    displayTitle: true,
    font: paperFonts.text,
    info: { Title: first.title, Author: place, Creator: 'Parvis', CreationDate: at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  drawPage(doc, place, first)
  for (const page of others) {
    doc.addPage()
    drawPage(doc, place, page)
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
