const want =
  'quero/queria/vou/vontade/penso/pensei/pensando/tentei/tentar/preciso/prefiro/preferia/gostaria/posso/pensar'
const they =
  'marido/esposo/esposa/mulher/namorado/namorada/parceiro/companheiro/ex/pai/mae/padrasto/madrasta/irmão/tio/avô/chefe/ele/ela'
const pills = 'remédios/remédio/comprimidos/pílulas/medicamentos/calmantes/antidepressivos'

export const portuguese = `
  ${want} ?só/em/de/mesmo/muito morrer !de/com
  não/nao/n/já/nem ?não quero/quer/queria ?mais viver !em/com/aqui/lá/aí/perto/longe/sozinha/sozinho/mais
  não/n quero viver mais !em/com/aqui/lá/perto
  ${want} ?de/em me matar !trabalhando/estudando
  ${want} ?de/em matar/suicidar me
  me ?vou/quero suicidar/enforcar/suicido
  suicidar/suicidei me
  em/no/de/ao/tentei/tentar suicídio
  suicídio
  pensamentos/ideias/impulsos/tendências/sou suicida/suicidas
  acabar/terminar com ?a minha vida
  acabar/terminar com tudo
  fim à/a/na minha ?própria vida
  tirar/tiro a/minha ?minha/própria ?própria vida
  tirar minha vida
  sumir/desaparecer/dormir pra/para sempre
  queria/gostaria/preferia/melhor ?de ?eu estar/tivesse/estivesse mort*
  nunca/não ter nascido !rica/rico/em/no/na
  não/nao/nunca/sem acordar/acordasse mais
  não/n quero ?mais acordar ?mais/amanhã !cedo/tarde/às/com/tão
  não/nao/n/sem/perdi/perder ?tenho ?mais/a vontade de viver !em/com
  não/n tenho/vejo/há ?mais razão/razões/motivo/motivos para/pra/de viver
  não/n vejo/tem/faz/há ?mais sentido ?em/na/a ?minha vida/viver !em
  vida ?já não faz/tem ?mais sentido
  vida não vale/presta
  não/n aguento/suporto/consigo mais viver/a ?minha ?vida !em/com/pressão/dor
  cansei/cansado/cansada/farto/farta de viver !correndo/em/com/entre/na/no
  melhor/melhores sem mim
  ninguém sentiria/sentirá/vai ?sentir ?a minha falta
  deixar de existir
  não/n quero ?mais existir
  me corto/cortei .
  me corto/cortei/cortar de/nos !cabelo
  eu me corto/cortava !o/a/fazendo/com
  me cortei/cortar/corto ?de ?novo nos/os braços/pulsos/pernas
  voltei a me cortar
  corto me todos/nos/outra/quando/de
  cortei/cortar/corto os ?meus pulsos/braços
  machuco/machucar de/por propósito
  machuco/mutilo de propósito
  quero/vou me machucar/mutilar/ferir
  me mutilo/mutilei/mutilar
  automutilo/automutilação/automutilar
  autolesão
  tomei/tomar/tomo/engoli todos ?os ?meus ${pills} !na/no/com
  tomei/engoli ?uma/um/a/o ?cartela/caixa/frasco/vidro ?inteira/inteiro/toda de ${pills}
  tomei/engoli ${pills} demais
  tomei/engoli muitos/demasiados/tantos ${pills}
  uma/tive/de overdose
  sobredosagem
  comprei/comprar/arranjei uma/a corda !de/para/pra/bamba
  me/vou/quero enforcar
  pular/saltar/jogar/atirar ?me da/do/de/na/num/na/à/ao ?uma/frente/um ?do/de ponte/janela/prédio/trem/comboio/telhado/varanda/metrô
  pular/saltar/jogar/atirar ?me da/do/de/na ponte/janela/prédio/telhado/varanda
  carta de despedida
  ${they} ?sempre/já/também me bate/bateu/batia/espanca/espancou/agride/agrediu/maltrata/estuprou/estupra/violou/estrangulou/enforcou !uma/um/saudade/no/na/em
  ${they} bate/bateu/espanca/agride/maltrata me
  me bate/bateu quando/com
  abusa/abusou/abusaram/abusando ?sexualmente de mim
  fui/sou/ser/era estuprada/estuprado/violada/violado/abusada/abusado/espancada/agredida
  estuprada/estuprado/estuprou/estupro/estupraram
  ameaça/ameaçou/ameaçando/ameaçam ?de me/matar/morte ?matar
  ameaçou/ameaça/ameaçaram me
  me ameaçou/ameaça/ameaçaram
  medo de voltar/ir/chegar/ficar para/pra/em/a/à ?minha casa
  temo/temer/medo pela ?minha vida
  estou/tô/estamos em perigo
  não/n estou/me/sinto ?sinto/me segura/seguro/segur em/na ?minha casa
  quero/vou/queria matar ele/ela/eles/alguém/todos
  quero/vou matá lo/la
  não/n quero ?mais estar viva/vivo
  sumir/desaparecer desse/deste/do mundo
  não/n/sem tenho ?mais forças/força para/pra/de viver
  melhor ?seria ?eu morrer
  10/15/20/25/30/40/50/dez/vinte/trinta/quarenta ${pills}
  fui violentada/violentado
  me corto todo/toda/todos/todas/cada
`
