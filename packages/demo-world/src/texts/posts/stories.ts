import { photo } from '../scenes.ts'
import { freePost, noticePost, type DemoPost } from './post.ts'

/** Long posts, which the feed shows shortened until a member expands them. */
export const longPosts: DemoPost[] = [
  freePost(
    'histoire-tilleul',
    {
      fr: [
        'L’histoire du tilleul, telle qu’on me l’a racontée',
        'En 1964, l’architecte voulait un parking. La concierge de l’époque, Mme Tissot, a planté un tilleul haut comme une bouteille au milieu du plan, un dimanche, avec une cuillère à soupe. Le lundi, les engins sont arrivés. Elle s’est assise à côté avec son tricot.\n\nElle est restée trois jours. Le quatrième, le chef de chantier a redessiné les places autour, et il lui a apporté une chaise.\n\nLa chaise est toujours dans la salle commune, celle au dossier vert. Mon père était le chef de chantier. Quand l’arbre fleurissait, il disait que c’était sa plus belle erreur.',
      ],
      en: [
        'The story of the lime tree, as it was told to me',
        'In 1964 the architect wanted a car park. The caretaker of the day, Mme Tissot, planted a lime no taller than a bottle in the middle of the plan, on a Sunday, with a soup spoon. On Monday the diggers came. She sat down beside it with her knitting.\n\nShe stayed for three days. On the fourth the foreman redrew the bays around it, and brought her a chair.\n\nThe chair is still in the common room, the one with the green back. The foreman was my father. Whenever the tree flowered he called it his finest mistake.',
      ],
    },
    { photo: photo('courtyard', 2), author: { minAge: 55 }, seasons: ['autumn'], answers: 'many' },
  ),
  freePost(
    'bilan-tablee',
    {
      fr: [
        'La tablée en chiffres',
        'Puisque le bâtiment A tient toujours les comptes :\n• 94 convives, dont 31 de moins de dix ans ;\n• 47 plats, dont 9 taboulés (un progrès) ;\n• 1 chien sous la table, soupçonné d’avoir mangé le dixième ;\n• 3 langues dans la même blague ;\n• 0 assiette jetable ;\n• 2 heures 40 de vaisselle, avec chansons ;\n• 1 demande en mariage, au moment du café, acceptée.\n\nMerci à ceux qui ont porté les bancs, à ceux qui les ont rapportés, et à la pluie, qui a eu la délicatesse d’attendre minuit. On remet ça à la saison prochaine : commencez à réfléchir à autre chose qu’un taboulé.',
      ],
      en: [
        'The long table in figures',
        'Since building A always keeps count:\n• 94 guests, 31 of them under ten;\n• 47 dishes, including 9 tabboulehs (an improvement);\n• 1 dog under the table, suspected of eating the tenth;\n• 3 languages in one joke;\n• 0 paper plates;\n• 2 hours 40 of washing up, with songs;\n• 1 proposal of marriage, over coffee, accepted.\n\nThank you to those who carried the benches out, to those who carried them back, and to the rain, which had the good grace to wait until midnight. Same again next season: do start thinking of something other than tabbouleh.',
      ],
    },
    { answers: 'many', seasons: ['spring', 'summer', 'autumn'] },
  ),
  freePost(
    'lettre-inconnue',
    {
      fr: [
        'À la dame au manteau rouge, arrêt de bus, mardi',
        'Vous m’avez demandé si ça allait. J’ai répondu oui, comme on répond toujours, et vous n’avez pas fait semblant de me croire. Vous avez attendu le bus suivant avec moi, en parlant de vos petits-enfants, de la neige de 1981 et de la bonne façon de plier une carte routière.\n\nJe ne connaissais personne ici. Je sortais de l’hôpital, où tout s’est finalement bien passé. J’ai su après coup que ce n’était même pas votre ligne.\n\nSi vous lisez ceci : mon manteau est bleu, j’habite au premier, et j’ai fait un gâteau trop grand pour une seule personne.',
      ],
    },
    { answers: 'many' },
  ),
  freePost(
    'a-year-here',
    {
      en: [
        'What a year in Annecy has taught me',
        'I arrived with two suitcases and the subjunctive. A year later, a few notes for whoever comes next:\n• “À tout à l’heure” means anything from ten minutes to never;\n• nobody skis as slowly as they claim;\n• you may touch the melons, but only if the stallholder likes you;\n• one does not put cold milk in tea in front of Mme Kerbrat;\n• the lake is warmest the week after everyone stops swimming;\n• if you say that you have no plans for Sunday, you will.\n\nAnd the important one: knock. Every door that I was afraid of had somebody behind it who was peeling something and wanted company.',
      ],
    },
    {
      photo: photo('lake', 0),
      author: { minAge: 22, maxAge: 70 },
      seasons: ['spring', 'summer', 'autumn'],
      answers: 'many',
    },
  ),
  noticePost(
    'mode-emploi',
    undefined,
    {
      fr: [
        'Petit mode d’emploi du vivre-ensemble',
        'Rien de nouveau, mais c’est l’occasion de le relire avec le sourire :\n• les poubelles jaunes sortent le mardi soir, les grises le jeudi ;\n• le local à vélos se ferme à clé, même pour deux minutes ;\n• les poussettes se rangent sous l’escalier, pas devant l’ascenseur ;\n• la musique baisse à 22 h, sauf quand tout l’immeuble danse ;\n• les enfants ont le droit de jouer dans la cour, et même de rire ;\n• un voisin que l’on n’a pas vu depuis trois jours mérite qu’on frappe à sa porte.\n\nPour tout le reste, l’accueil est ouvert de 8 h à 12 h et de 14 h à 18 h, et la machine à café est réparée.',
      ],
      en: [
        'A short guide to living together',
        'Nothing new, but here’s a chance to reread it with a smile:\n• yellow bins go out on Tuesday nights, grey ones on Thursdays;\n• the bike shed is kept locked, even for two minutes;\n• pushchairs go under the stairs, not in front of the lift;\n• music is turned down at ten, unless the whole building is dancing;\n• children may play in the courtyard, and may even laugh;\n• a neighbour who hasn’t been seen for three days deserves a knock at the door.\n\nFor everything else, reception is open from 8 to 12 and from 2 to 6, and the coffee machine has been mended.',
      ],
    },
    { hourOfDay: 9, answers: 'some' },
  ),
]
