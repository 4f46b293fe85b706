import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import { type MailPicture } from './mail.ts'
import { renderLinks, type MailLink, type MailSection, renderSectionHtml, renderSectionText } from './mail-lists.ts'
import { escapeHtml } from '../escape-html.ts'
import { colour, DISPLAY, row, SANS, table, text } from './mail-parts.ts'

/** The content of a mail in its recipient's language. All texts are plain text and escaped when rendered. */
export interface MailContent {
  language: Language
  subject: string
  /** Preview text that mail programs show beside the subject in the list of mails. */
  preview: string
  title: string
  paragraphs: readonly string[]
  button?: { label: string; href: string }
  sections?: readonly MailSection[]
  note?: string
  /** Text before the button's URL in plain form, for mail programs in which buttons do not work. */
  linkHint?: string
  footer: readonly string[]
  footerLinks?: readonly MailLink[]
  code?: string
  /** Omits the picture at the top: for bad news and warnings. */
  sober?: boolean
}

const pictures = {
  logo: { name: 'parvis-logo', path: join(import.meta.dirname, 'pictures/logo.png') },
  lake: { name: 'parvis-lake', path: join(import.meta.dirname, 'pictures/lake.png') },
} satisfies Record<string, MailPicture>

export const mailPictures = ({ sober }: Pick<MailContent, 'sober'>): readonly MailPicture[] =>
  sober ? [pictures.logo] : Object.values(pictures)

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}a{color:${colour.pine}}
@media (max-width:520px){.pad{padding-left:24px!important;padding-right:24px!important}.h1{font-size:28px!important;line-height:33px!important}.outer{padding:12px 8px 24px!important}}
@media (prefers-color-scheme:dark){.ground{background:#101714!important}.card{background:#19221e!important;border-color:#2a3630!important}.ink,.h1{color:#f1eee3!important}.soft{color:#bcc5bb!important}.line{border-color:#2a3630!important}.pine{background:#8fd0b0!important}.pine a{color:#0c271d!important}.note{background:#382d15!important}.note p{color:#f3cf8c!important}.plain{color:#8fd0b0!important}}
[data-ogsc] .ink,[data-ogsc] .h1{color:#f1eee3!important}[data-ogsc] .soft{color:#bcc5bb!important}[data-ogsc] .plain{color:#8fd0b0!important}[data-ogsb] .card{background:#19221e!important}[data-ogsb] .ground{background:#101714!important}`

const buttonRows = ({ label, href }: { label: string; href: string }) =>
  row(
    'class="pad" style="padding:24px 40px 0"',
    table(
      '',
      row(
        `class="pine" align="center" style="background:${colour.pine};border-radius:999px"`,
        `<a href="${escapeHtml(href)}" style="display:inline-block;padding:15px 30px;font-family:${SANS};font-size:17px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`,
      ),
    ),
  )

const noteRows = (note: string) =>
  row(
    'class="pad" style="padding:24px 40px 0"',
    table(
      'width="100%"',
      row(
        `class="note" style="background:${colour.note};border-radius:12px;padding:12px 16px"`,
        `<p style="margin:0;font-family:${SANS};font-size:15px;line-height:22px;color:${colour.onNote}">${escapeHtml(note)}</p>`,
      ),
    ),
  )

const linkHintRows = (linkHint: string, href: string) =>
  row(
    'class="pad" style="padding:24px 40px 0"',
    table(
      'width="100%"',
      row(
        `class="line" style="border-top:1px solid ${colour.line};padding-top:20px"`,
        `${text(escapeHtml(linkHint), 'soft')}<p style="margin:4px 0 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;line-height:20px;word-break:break-all"><a class="plain" href="${escapeHtml(href)}" style="color:${colour.pine}">${escapeHtml(href)}</a></p>`,
      ),
    ),
  )

const codeRows = (code: string) =>
  row(
    'class="pad" style="padding:20px 40px 0"',
    `<p class="ink" style="margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:24px;line-height:32px;letter-spacing:2px;color:${colour.ink}">${escapeHtml(code)}</p>`,
  )

const headerRows = () =>
  row(
    'style="padding:0 4px 16px"',
    table(
      'width="100%"',
      `<tr><td width="32"><img src="cid:${pictures.logo.name}" width="32" height="32" alt="" style="display:block;border:0;border-radius:8px"></td><td class="ink" style="padding-left:10px;font-family:${DISPLAY};font-size:20px;line-height:24px;font-weight:700;color:${colour.ink}">Parvis</td></tr>`,
    ),
  )

const coverRows = () =>
  row(
    'style="border-radius:19px 19px 0 0;overflow:hidden;line-height:0"',
    `<img src="cid:${pictures.lake.name}" width="598" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:19px 19px 0 0">`,
  )

const titleRows = (title: string) =>
  row(
    'class="pad" style="padding:32px 40px 0"',
    `<h1 class="h1" style="margin:0;font-family:${DISPLAY};font-size:34px;line-height:39px;font-weight:700;letter-spacing:-.6px;color:${colour.ink}">${escapeHtml(title)}</h1>`,
  )

const cardRows = ({ title, paragraphs, sections = [], button, note, linkHint, code, sober }: MailContent) =>
  row(
    `class="card" style="background:${colour.card};border:1px solid ${colour.line};border-radius:20px;overflow:hidden"`,
    table(
      'width="100%"',
      [
        sober ? '' : coverRows(),
        titleRows(title),
        ...paragraphs.map(line => row('class="pad" style="padding:14px 40px 0"', text(escapeHtml(line), 'ink'))),
        code ? codeRows(code) : '',
        ...sections.map(renderSectionHtml),
        button ? buttonRows(button) : '',
        note ? noteRows(note) : '',
        button && linkHint ? linkHintRows(linkHint, button.href) : '',
        row('style="padding:32px 0 0;line-height:0;font-size:0"', '&nbsp;'),
      ].join(''),
    ),
  )

const footerRows = ({ footer, footerLinks = [] }: MailContent) =>
  row(
    'class="pad" style="padding:20px 24px 0"',
    [...footer.map(escapeHtml), ...(footerLinks.length > 0 ? [renderLinks(footerLinks)] : [])]
      .map((line, n) => text(line, 'soft', n > 0 ? 'padding-top:10px' : ''))
      .join(''),
  )

export const renderMailHtml = (content: MailContent): string => {
  const { language, subject, preview } = content
  const body = table(
    'width="600" style="width:100%;max-width:600px"',
    [headerRows(), cardRows(content), footerRows(content)].join(''),
  )
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(subject)}</title>
<style>${style}</style></head>
<body class="ground" style="margin:0;padding:0;background:${colour.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table(`width="100%" class="ground" style="background:${colour.ground}"`, row('class="outer" align="center" style="padding:32px 16px 40px"', body))}</body></html>`
}

export const renderMailText = ({
  language,
  title,
  paragraphs,
  sections = [],
  button,
  note,
  footer,
  footerLinks = [],
  code,
}: MailContent): string => {
  const link = ({ label, href }: MailLink) => `${label}${language === 'fr' ? '\u00a0:' : ':'}\n${href}`
  return [
    title,
    ...paragraphs,
    code,
    ...sections.map(section => renderSectionText(section, link)),
    button && link(button),
    note,
    '-- \n' + [...footer, ...footerLinks.map(link)].join('\n\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}
