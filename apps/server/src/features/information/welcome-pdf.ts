import PdfDocument from 'pdfkit'
import { pdfColors, pdfFonts } from '#server/kernel/pdf.ts'

/** The content of the welcome PDF in one language. */
export interface WelcomeText {
  title: string
  lead: string
  /** The first half of the parts is printed below the title, the others on a second page. */
  parts: { heading: string; lines: string[] }[]
}

type Doc = InstanceType<typeof PdfDocument>

/** Half of A4, so that text appears larger on a screen. */
const PAGE_SIZE = 'A5'
const margins = { top: 40, bottom: 36, left: 44, right: 44 }
const LOGO_SIZE = 44
/** Font sizes in points, scaled by at most `MAX_SCALE` on pages with little text, and by at least `MIN_SCALE`. */
const sizes = { brand: 14, title: 30, lead: 12, heading: 15, text: 11 }
const gaps = { afterBrand: 18, afterTitle: 6, section: 16, afterHeading: 4, line: 3 }
const [MAX_SCALE, MIN_SCALE, SCALE_STEP] = [1.35, 0.7, 0.05]
/** The free space of a page is distributed over the gaps between its parts, up to this many points each. */
const MAX_PART_GAP = 34

const titleBlocks = ({ title, lead }: WelcomeText) => [
  { font: pdfFonts.title, size: sizes.title, color: pdfColors.ink, text: title, before: 0 },
  { font: pdfFonts.text, size: sizes.lead, color: pdfColors.soft, text: lead, before: gaps.afterTitle },
]

const partBlocks = ({ heading, lines }: WelcomeText['parts'][number]) => [
  { font: pdfFonts.title, size: sizes.heading, color: pdfColors.brand, text: heading, before: gaps.section },
  ...lines.map((text, n) => ({
    font: pdfFonts.text,
    size: sizes.text,
    color: pdfColors.ink,
    text,
    before: n === 0 ? gaps.afterHeading : 0,
  })),
]

const drawPage = (doc: Doc, community: { name: string; logo: Buffer }, blocks: ReturnType<typeof partBlocks>) => {
  const width = doc.page.width - margins.left - margins.right
  const contentTop = margins.top + LOGO_SIZE + gaps.afterBrand
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
  let scale = MAX_SCALE
  while (scale > MIN_SCALE && heightAt(scale) > room) scale -= SCALE_STEP
  const partGap = Math.min(MAX_PART_GAP, Math.max(0, room - heightAt(scale)) / (headings + 1))
  doc.image(community.logo, margins.left, margins.top, { width: LOGO_SIZE, height: LOGO_SIZE })
  doc
    .font(pdfFonts.title)
    .fontSize(sizes.brand)
    .fillColor(pdfColors.brand)
    .text(community.name, margins.left + LOGO_SIZE + 14, margins.top + LOGO_SIZE / 2 - sizes.brand * 0.6)
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

/** Returns a PDF with two pages per language. `logo` is a square PNG or JPEG; `createdAt` is stored in the PDF. */
export const renderWelcomePdf = async (
  community: { name: string; logo: Buffer },
  createdAt: Date,
  languages: [WelcomeText, ...WelcomeText[]],
): Promise<Buffer> => {
  const doc = new PdfDocument({
    size: PAGE_SIZE,
    margins,
    pdfVersion: '1.7',
    lang: 'fr',
    displayTitle: true,
    font: pdfFonts.text,
    autoFirstPage: false,
    info: { Title: languages[0].title, Author: community.name, Creator: 'Parvis', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  for (const content of languages) {
    const half = Math.ceil(content.parts.length / 2)
    doc.addPage()
    drawPage(doc, community, [...titleBlocks(content), ...content.parts.slice(0, half).flatMap(partBlocks)])
    doc.addPage()
    drawPage(doc, community, content.parts.slice(half).flatMap(partBlocks))
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
