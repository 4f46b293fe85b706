import { addAlerts, listNotifications } from '@parvis/contract/notifications.ts'
import { listTemplateCategories, publishTemplate, type Template } from '@parvis/contract/templates.ts'
import { expect } from 'vitest'
import { type LiveSockets, openLiveServer } from './live-clients.ts'
import { userIdOf } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface AlertServer {
  server: TestServer
  sockets: LiveSockets
  author: Visitor
  recipient: Visitor
  recipientId: string
  /** Two templates of one category. */
  chosenTemplate: Template
  siblingTemplate: Template
}

/** Opens a live server with an author, who publishes posts, and a recipient, who is notified of them. */
export const openAlertServer = async (): Promise<AlertServer> => {
  const { server, sockets } = await openLiveServer({ pauseDivisor: 20 })
  const author = await server.as('neighbor')
  const recipient = await server.as('neighbor2')
  const recipientId = await userIdOf(recipient)
  const { answer } = await author.call(listTemplateCategories)
  const category = answer.find(({ templates }) => templates.filter(({ type }) => type === 'Activity').length > 1)!
  const [chosenTemplate, siblingTemplate] = category.templates.filter(({ type }) => type === 'Activity') as [
    Template,
    Template,
  ]
  return { server, sockets, author, recipient, recipientId, chosenTemplate, siblingTemplate }
}

export const clearNotifications = async ({ db }: TestServer): Promise<void> => {
  for (const table of ['notifications', 'template_alerts', 'notification_settings', 'attempts'] as const)
    await db.deleteFrom(table).execute()
}

/** Calls about alerts and notifications. `getAlertServer` is called at each use, as the server is opened later. */
export const alertCalls = (getAlertServer: () => Pick<AlertServer, 'author' | 'recipient' | 'chosenTemplate'>) => {
  const listFor = async (visitor = getAlertServer().recipient) => (await visitor.call(listNotifications)).answer
  const namesOf = async (visitor = getAlertServer().recipient) =>
    (await listFor(visitor)).docs.map(({ kind, event }) => [kind, event?._id])
  return {
    chooseAlerts: (ids: string[], visitor = getAlertServer().recipient) =>
      visitor.call(addAlerts, { body: { templatesIds: ids } }),
    listFor,
    publish: async (template = getAlertServer().chosenTemplate, visitor = getAlertServer().author) =>
      (await visitor.call(publishTemplate, { body: { templateId: template._id } })).answer._id,
    namesOf,
    /** Notifications are created a moment after publishing. */
    expectNotified: async (id: string, visitor = getAlertServer().recipient) => {
      await expect.poll(() => namesOf(visitor)).toContainEqual(['alert', id])
    },
  }
}
