import { b } from '../bilingual.ts'
import { templateOf, type DemoCategory } from './category.ts'

const invitation = templateOf('GooddealActivity')

/** What good deals invite to: each deal names one of these, and says the rest in its own words. */
export const invitations: DemoCategory[] = [
  {
    key: 'deals',
    name: b('Bons plans', 'Good deals'),
    picto: 'ticket',
    hue: 'share',
    templates: [
      invitation(
        'going-together',
        'ticket',
        ['On y va ensemble', 'Going together'],
        ['Qui vient avec moi ?', 'Who comes with me?'],
        ['J’y vais bientôt : à plusieurs, c’est plus agréable.', 'I am going soon: it is more fun with company.'],
      ),
      invitation(
        'group-order',
        'shopping-bags',
        ['Commande groupée', 'Order together'],
        ['On commande à plusieurs ?', 'Shall we order together?'],
        [
          'Je passe commande : dites-moi ce que je prends pour vous.',
          'I am placing an order: tell me what to take for you.',
        ],
      ),
      invitation(
        'shared-table',
        'fork-and-knife-with-plate',
        ['Une table ensemble', 'A table together'],
        ['Une table entre voisins ?', 'A table among neighbours?'],
        ['Je réserve une table : on s’y retrouve ?', 'I am booking a table: shall we meet there?'],
      ),
    ],
  },
]
