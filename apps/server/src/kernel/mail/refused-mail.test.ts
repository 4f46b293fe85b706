import { expect, it } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { createSmtpMailer } from './mail.ts'

it.each([
  [451, '4.7.1 camille@neuf.example: later', 'the mail server did not take it'],
  [550, '5.1.1 camille@neuf.example: no such mailbox', 'there is no such address'],
])(
  'the error of a mail refused with %i contains the reason, but not the recipient’s address',
  async (code, text, why) => {
    const server = await startMailServer({ answer: () => ({ code, text }) })
    const mailer = createSmtpMailer(server.url, 'Parvis <bonjour@parvis.test.example>')
    const sent = mailer.send({
      to: 'camille@neuf.example',
      subject: 'Votre lien',
      html: '<p>Bonjour</p>',
      text: 'Bonjour',
      messageId: '<one@parvis.test.example>',
      pictures: [],
    })
    const { message } = await sent.then(
      () => expect.fail('it was taken'),
      (error: unknown) => error as Error,
    )
    expect(message).toContain(why)
    expect(message).toContain(String(code))
    expect(message).not.toContain('neuf.example')
    mailer.close()
    await server.close()
  },
)
