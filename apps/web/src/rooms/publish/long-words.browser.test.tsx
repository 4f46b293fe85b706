import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { inRouter } from '#web/testing/in-router.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { draw } from '#web/ui/testing/draw.tsx'
import { PostPreview } from '#web/rooms/feed/components/PostPreview.tsx'
import { PublishTemplateView, type PublishTemplateViewProps } from './PublishTemplateView.tsx'
import { SelectView } from './SelectView.tsx'

const [name, title] = ['W'.repeat(60), 'T'.repeat(120)]
const words = { name, title, description: name, postDescription: null }
const template = {
  _id: 't1',
  ...words,
  lang: { en: words },
  photoUri: null,
  photo: null,
  youtubeVideoId: null,
  type: 'Activity',
  subtype: null,
  groupId: 'activity',
  categoryId: 'c1',
  channelId: 'ch',
  channels: [{ _id: 'ch', channeltype: 'CommunityEventChannel' }],
  picto: 'memo',
  hue: 'notice',
  choices: [{ _id: 'x', name, lang: { en: { name } } }],
  acceptNotif: false,
  abilities: { publish: true, edit: false, remove: false },
} as unknown as Template
const category: TemplateCategory = {
  _id: 'c1',
  name,
  lang: { en: { name } },
  picto: 'memo',
  bgColor: 'notice',
  templateIds: ['t1'],
  templates: [template],
}
const answers: Record<string, unknown> = {
  '/templates/categories': [category],
  '/templates/t1': template,
  '/templates/dates': [{ _id: 'now', name: 'Now', lang: { en: { name: 'Now' } } }],
  '/templates/times': [],
}
const community = {
  _id: 'home',
  customUri: 'c',
  name: 'C',
  communitytype: 'Neighborhood',
  membersCount: 3,
  timezone: 'Europe/Paris',
} as const
const me = {
  _id: 'me',
  pseudo: 'me',
  firstname: 'Camille',
  initial: null,
  role: 'neighbor',
  photoUri: null,
  communityId: 'home',
  lastBooking: null,
} as unknown as PublishTemplateViewProps['me']
const frame = { place: { name: 'C', target: { to: '/' } as const } }
const over = () => document.documentElement.scrollWidth - innerWidth

beforeAll(() => loadTexts('templates', 'publish', 'feed'))
afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(390, 844)
})

test.each([320, 1280])(
  'tiles and the form of a template are no wider than a window of %i, however long its words are',
  async width => {
    await page.viewport(width, 800)
    vi.spyOn(window, 'fetch').mockImplementation(async address =>
      Response.json(answers[new URL(String(address), location.href).pathname] ?? []),
    )
    await draw(
      await inRouter(
        <FrameContext value={frame}>
          <SelectView
            community={community}
            kind="Activity"
            kinds={['Activity', 'Proposal']}
            onKind={() => {}}
            search=""
            onSearch={() => {}}
            targetOf={() => ({ to: '/' })}
          />
        </FrameContext>,
      ),
    )
    await expect.element(page.getByRole('link', { name })).toBeVisible()
    expect(over()).toBeLessThanOrEqual(0)
    await draw(
      await inRouter(
        <FrameContext value={frame}>
          <PublishTemplateView
            community={community}
            me={me}
            templateId="t1"
            back={{ to: '/' }}
            preview={post => <PostPreview post={post} community={{ ...community, logoUri: null }} reader={me} />}
            onPublished={() => {}}
            onLater={() => {}}
            onLeave={() => {}}
          />
        </FrameContext>,
      ),
    )
    await expect.element(page.getByRole('heading', { name: title }).first()).toBeVisible()
    expect(over()).toBeLessThanOrEqual(0)
  },
)
