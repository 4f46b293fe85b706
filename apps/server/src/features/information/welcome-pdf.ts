import PdfDocument from 'pdfkit'
import { pdfColors, pdfFonts } from '#server/kernel/pdf.ts'

/** The content of the PDF in one language. */
export interface WelcomeText {
  title: string
  lead: string
  /** The first half is printed below the title, the rest on the next page. */
  parts: { heading: string; lines: string[] }[]
}

type Doc = InstanceType<typeof PdfDocument>

/** Half of A4, so that text appears twice as large on a screen. */
const SIZE = 'A5'
const margins = { top: 40, bottom: 36, left: 44, right: 44 }
const LOGO = 44
/** Font sizes in points, scaled by up to `LARGEST` on pages with little text. */
const sizes = { brand: 14, title: 30, lead: 12, heading: 15, text: 11 }
const gaps = { afterBrand: 18, afterTitle: 6, section: 16, afterHeading: 4, line: 3 }
const [LARGEST, SMALLEST, STEP] = [1.35, 0.7, 0.05]
/** Free space is distributed over the gaps between the parts, up to this many points each. */
const MAX_PART_GAP = 34

type Part = WelcomeText['parts'][number]

const titleBlocks = ({ title, lead }: WelcomeText) => [
  { font: pdfFonts.title, size: sizes.title, color: pdfColors.ink, text: title, before: 0 },
  { font: pdfFonts.text, size: sizes.lead, color: pdfColors.soft, text: lead, before: gaps.afterTitle },
]

const partBlocks = ({ heading, lines }: Part) => [
  { font: pdfFonts.title, size: sizes.heading, color: pdfColors.brand, text: heading, before: gaps.section },
  ...lines.map((text, n) => ({
    font: pdfFonts.text,
    size: sizes.text,
    color: pdfColors.ink,
    text,
    before: n === 0 ? gaps.afterHeading : 0,
  })),
]

const drawPage = (doc: Doc, place: { name: string; logo: Buffer }, blocks: ReturnType<typeof partBlocks>) => {
  const width = doc.page.width - margins.left - margins.right
  const contentTop = margins.top + LOGO + gaps.afterBrand
  const room = doc.page.height - margins.bottom - contentTop
  const lineGap = (scale: number) => gaps.line * scale
  const heightAt = (scale: number) =>
    blocks.reduce(
      (sum, { font, size, text, before }) =>
        sum +
        before * scale +
        doc
          .font(font)
          .fontSize(size * scale)
          .heightOfString(text, { width, lineGap: lineGap(scale) }),
      0,
    )
  const headings = blocks.filter(({ before }) => before === gaps.section).length
  let scale = LARGEST
  while (scale > SMALLEST && heightAt(scale) > room) scale -= STEP
  const partGap = Math.min(MAX_PART_GAP, Math.max(0, room - heightAt(scale)) / (headings + 1))
  doc.image(place.logo, margins.left, margins.top, { width: LOGO, height: LOGO })
  doc
    .font(pdfFonts.title)
    .fontSize(sizes.brand)
    .fillColor(pdfColors.brand)
    .text(place.name, margins.left + LOGO + 14, margins.top + LOGO / 2 - sizes.brand * 0.6)
  doc.x = margins.left
  doc.y = contentTop
  for (const { font, size, color, text, before } of blocks) {
    doc.y += before * scale + (before === gaps.section ? partGap : 0)
    doc
      .font(font)
      .fontSize(size * scale)
      .fillColor(color)
      .text(text, { width, lineGap: lineGap(scale) })
  }
}

/** Two pages per language; `logo` is a square PNG or JPEG. */
export const renderWelcomePdf = async (
  place: { name: string; logo: Buffer },
  at: Date,
  languages: [WelcomeText, ...WelcomeText[]],
): Promise<Buffer> => {
  const doc = new PdfDocument({
    size: SIZE,
    margins,
    pdfVersion: '1.7',
    lang: 'fr',
    displayTitle: true,
    font: pdfFonts.text,
    autoFirstPage: false,
    info: { Title: languages[0].title, Author: place.name, Creator: 'Parvis', CreationDate: at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  for (const content of languages) {
    const half = Math.ceil(content.parts.length / 2)
    doc.addPage()
    drawPage(doc, place, [...titleBlocks(content), ...content.parts.slice(0, half).flatMap(partBlocks)])
    doc.addPage()
    drawPage(doc, place, content.parts.slice(half).flatMap(partBlocks))
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
