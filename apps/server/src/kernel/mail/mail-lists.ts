import { escapeHtml } from '../escape-html.ts'
import { colour, DISPLAY, row, SANS, table, text } from './mail-parts.ts'

export interface MailLink {
  label: string
  href: string
}

export interface MailSection {
  title: string
  /** `text` is an excerpt of the item; `detail` names its author and date. */
  items: readonly { title: string; href: string; text?: string; detail?: string }[]
  more?: MailLink
}

const anchor = (label: string, href: string, extra = '') =>
  `<a class="plain" href="${escapeHtml(href)}" style="color:${colour.pine};${extra}">${escapeHtml(label)}</a>`

const itemCell = ({ title, href, text: excerpt, detail }: MailSection['items'][number]) =>
  row(
    `class="line" style="border-top:1px solid ${colour.line};padding:12px 0"`,
    [
      `<p style="margin:0;font-family:${SANS};font-size:17px;line-height:24px;font-weight:600;word-break:break-word">${anchor(title, href, 'text-decoration:none')}</p>`,
      excerpt
        ? `<p class="ink" style="margin:0;font-family:${SANS};font-size:15px;line-height:22px;color:${colour.ink};padding-top:2px;word-break:break-word">${escapeHtml(excerpt)}</p>`
        : '',
      detail ? text(escapeHtml(detail), 'soft', 'padding-top:2px') : '',
    ].join(''),
  )

export const renderSectionHtml = ({ title, items, more }: MailSection): string =>
  row(
    'class="pad" style="padding:28px 40px 0"',
    [
      `<h2 class="ink" style="margin:0 0 10px;font-family:${DISPLAY};font-size:20px;line-height:26px;font-weight:700;color:${colour.ink}">${escapeHtml(title)}</h2>`,
      table('width="100%"', items.map(itemCell).join('')),
      more ? text(anchor(more.label, more.href), 'soft', 'padding-top:2px') : '',
    ].join(''),
  )

export const renderLinks = (links: readonly MailLink[]): string =>
  links.map(({ label, href }) => anchor(label, href, 'display:inline-block;padding:6px 0')).join('<br>')

export const renderSectionText = ({ title, items, more }: MailSection, renderLink: (one: MailLink) => string): string =>
  [
    title.toLocaleUpperCase(),
    ...items.map(item => ['- ' + item.title, item.text, item.detail, item.href].filter(Boolean).join('\n  ')),
    ...(more ? [renderLink(more)] : []),
  ].join('\n\n')
