import PdfDocument from 'pdfkit'
import { paperColors, paperFonts } from '#server/kernel/paper.ts'

/** The content of the PDF in one language. */
export interface WelcomeWords {
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
/** In points, scaled by up to `LARGEST` on pages with little text. */
const sizes = { brand: 14, title: 30, lead: 12, heading: 15, text: 11 }
const gaps = { afterBrand: 18, afterTitle: 6, section: 16, afterHeading: 4, line: 3 }
const [LARGEST, SMALLEST, STEP] = [1.35, 0.7, 0.05]
/** Free space is distributed between the parts, up to this much each. */
const MOST_BETWEEN = 34

type Part = WelcomeWords['parts'][number]

const titleBlocks = ({ title, lead }: WelcomeWords) => [
  { font: paperFonts.title, size: sizes.title, color: paperColors.ink, text: title, before: 0 },
  { font: paperFonts.text, size: sizes.lead, color: paperColors.soft, text: lead, before: gaps.afterTitle },
]

const partBlocks = ({ heading, lines }: Part) => [
  { font: paperFonts.title, size: sizes.heading, color: paperColors.brand, text: heading, before: gaps.section },
  ...lines.map((text, n) => ({
    font: paperFonts.text,
    size: sizes.text,
    color: paperColors.ink,
    text,
    before: n === 0 ? gaps.afterHeading : 0,
  })),
]

const drawPage = (doc: Doc, place: { name: string; logo: Buffer }, blocks: ReturnType<typeof partBlocks>) => {
  const width = doc.page.width - margins.left - margins.right
  const begin = margins.top + LOGO + gaps.afterBrand
  const room = doc.page.height - margins.bottom - begin
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
  const between = Math.min(MOST_BETWEEN, Math.max(0, room - heightAt(scale)) / (headings + 1))
  doc.image(place.logo, margins.left, margins.top, { width: LOGO, height: LOGO })
  doc
    .font(paperFonts.title)
    .fontSize(sizes.brand)
    .fillColor(paperColors.brand)
    .text(place.name, margins.left + LOGO + 14, margins.top + LOGO / 2 - sizes.brand * 0.6)
  doc.x = margins.left
  doc.y = begin
  for (const { font, size, color, text, before } of blocks) {
    doc.y += before * scale + (before === gaps.section ? between : 0)
    doc
      .font(font)
      .fontSize(size * scale)
      .fillColor(color)
      .text(text, { width, lineGap: lineGap(scale) })
  }
}

/** Two pages per language; `logo` is a square PNG or JPEG. */
export const makeWelcomePaper = async (
  place: { name: string; logo: Buffer },
  at: Date,
  languages: [WelcomeWords, ...WelcomeWords[]],
): Promise<Buffer> => {
  const doc = new PdfDocument({
    size: SIZE,
    margins,
    pdfVersion: '1.7',
    lang: 'fr',
    displayTitle: true,
    font: paperFonts.text,
    autoFirstPage: false,
    info: { Title: languages[0].title, Author: place.name, Creator: 'Parvis', CreationDate: at },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  for (const words of languages) {
    const half = Math.ceil(words.parts.length / 2)
    doc.addPage()
    drawPage(doc, place, [...titleBlocks(words), ...words.parts.slice(0, half).flatMap(partBlocks)])
    doc.addPage()
    drawPage(doc, place, words.parts.slice(half).flatMap(partBlocks))
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
