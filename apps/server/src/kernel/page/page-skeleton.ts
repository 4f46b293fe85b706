import { textIn, type Language } from '@parvis/contract/language.ts'
import { escapeHtml } from '../escape-html.ts'
import type { FirstPage } from './page-list.ts'

const skeletonBodies: Record<NonNullable<FirstPage['bones']>, string> = {
  landing: '<i></i>',
  feed: `<i></i><p>${'<i></i>'.repeat(4)}</p><i></i><i></i>`,
  list: `<p>${'<i></i>'.repeat(4)}</p>${'<i></i>'.repeat(4)}`,
  one: '<i></i>',
}

/** The skeleton shown until the app has rendered, styled by `apps/web/src/ui/page-frame.css`. */
export const renderSkeleton = (
  community: Parameters<typeof textIn>[1] & { name: string; logoUri: string | null; city?: string | null },
  audience: FirstPage['of'],
  layout: keyof typeof skeletonBodies,
  title: string | undefined,
  language: Language,
) => {
  const { name, logoUri, city } = community
  const description = textIn(language, community, 'description')
  const below =
    audience === 'visitor'
      ? description && `<small lang="${language}">${escapeHtml(description)}</small>`
      : city && `<small>${escapeHtml(city)}</small>`
  return [
    `<div class="page-frame" data-of="${audience}" data-screen="${layout}" aria-hidden="true">`,
    `<header><img src="${escapeHtml(logoUri ? `${logoUri}/thumb` : '/icon.svg')}" fetchpriority="low" alt="">`,
    `<span><b>${escapeHtml(name)}</b>${below ?? ''}</span></header>`,
    `<div>${title ? `<b lang="${language}">${escapeHtml(title)}</b>` : ''}${skeletonBodies[layout]}</div></div>`,
  ].join('')
}
