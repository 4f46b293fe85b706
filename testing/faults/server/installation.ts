import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'installation-forces-every-update',
    breaks: 'A client is forced to update only where it is older than the oldest version that is accepted',
    file: 'apps/server/src/features/installation/installation.presenter.ts',
    find: 'isOlder(version, minClientVersion)',
    replace: 'isOlder(version, CLIENT_VERSION)',
  },
  {
    name: 'installation-terms-language-ignored',
    breaks: 'The terms come in the language that was asked for, whatever the browser prefers',
    file: 'apps/server/src/features/installation/terms.routes.ts',
    find: 'request.query.lang ?? languageOf(request)',
    replace: 'languageOf(request)',
  },
  {
    name: 'installation-terms-read-as-french',
    breaks: 'The PDF of the terms says its language, so that it is read aloud in it',
    file: 'apps/server/src/features/installation/terms-pdf.ts',
    find: '    lang: language,\n',
    replace: "    lang: 'fr',\n",
  },
  {
    name: 'installation-images-not-asked-for',
    breaks: 'Of pictures to keep those of the kinds that were asked for are listed, and no others',
    file: 'apps/server/src/features/installation/installation.routes.ts',
    find: 'return types ? images.filter(({ type }) => types.includes(type)) : images',
    replace: 'return types ? images.filter(({ type }) => !types.includes(type)) : images',
  },
]
