const want =
  'quiero/quisiera/kiero/qiero/deseo/voy/pienso/pensando/pensado/planeo/intente/intentado/ganas/podria/prefiero/preferiria'
const they =
  'marido/esposo/esposa/mujer/novio/novia/pareja/ex/padre/papa/mama/madre/padrastro/madrastra/hermano/tio/tia/abuelo/jefe/el/ella'
const pills = 'pastillas/pildoras/medicinas/medicamentos/medicacion/somniferos/ansioliticos/tranquilizantes'
const heights = 'puente/balcon/ventana/tren/metro/edificio/azotea/vias/techo/piso'

export const spanish = `
  ${want} ?a/solo/en/de morir/morirme !de
  me quiero/quisiera/voy ?a morir !de
  no/ni quiero/kiero/qiero ?ya ?seguir vivir/viviendo !en/con/aqui/ahi/alli/sola/solo/cerca/lejos/juntos/mas
  no/ni quiero/kiero/qiero ?ya ?seguir vivir/viviendo mas !en/con/aqui/ahi/alli/cerca/lejos/de
  no/sin tengo/tener ?ya/mas ganas de vivir/seguir !en/con
  sin ganas de vivir
  ${want} ?a/en/de/con ?solo matarme/ahorcarme/colgarme/suicidarme !trabajando/estudiando/de/a
  me voy/quiero/quisiera ?a matar/suicidar/ahorcar/colgar !trabajando/estudiando
  suicidarme/suicidarse/suicidio/suicido/suicidar
  pensamientos/ideas/ideacion/tendencias/soy/estoy/impulsos suicida/suicidas
  quitarme/quitarse la vida
  me quiero/voy/quisiera ?a quitar la vida
  acabar/terminar/acabo con mi vida
  acabar/terminar con todo !el/lo
  estaria/estuviera/estuviese/estar mejor ?si muerto/muerta
  estuviera/estuviese muerto/muerta
  ojala no/nunca ?me despertara/despertase/despierte
  no/nunca haber/hubiera/hubiese nacido
  no quiero ?volver ?a despertar/despertarme !temprano/tarde/a/pronto/tan/con
  no tengo/hay/encuentro/veo ?ninguna/ningun/mas razones/razon/motivos/motivo para/de ?seguir vivir/viviendo
  no .. sentido a/en/de la/mi vida !laboral
  no .. sentido ?seguir vivir/viviendo
  mi/la vida ?ya no tiene sentido
  mi/la vida ?ya no vale/merece
  no puedo/aguanto/soporto .. vida/vivir/viviendo !en
  cansado/cansada/harto/harta de vivir !en/con/entre
  cansado/cansada/harto/harta de la vida
  mejor sin mi .
  mejor sin mi .
  estarian/estaria/estaran/vivirian ?todos mejor sin mi
  nadie me echaria/extrañaria/lloraria/extrañara
  desaparecer para siempre
  desaparecer de este mundo
  dejar de existir/vivir !en/con
  no quiero ?ya existir
  me corto/corte/cortado/cortando/cortaba los/las brazos/venas/munecas/muslos/piernas
  me corto .
  me he/vuelto/volvi/estoy ?a cortado/cortar/cortando otra/de
  volvi/vuelto a cortarme
  me estoy cortando !el/la/los/las/un/una
  cortarme las/los venas/brazos/munecas
  hago/hacerme/haciendome/hacerse dano !en/con/al
  autolesiono/autolesión/autolesiones/autolesionarme/autolesionándome/autolesionado/autolesioné
  tome/tomado/tomo/trague/tragado/tomar todas las/mis/esas ${pills}
  tome/tomado/trague/tragado ?todo un/una/el/la frasco/bote/caja/blister
  tome/tomado/trague/tragado demasiadas/muchas/tantas ${pills}
  sobredosis
  compre/comprado/comprar/tengo una/la cuerda/soga !para/de/elastica/floja/rota
  tirarme/tirar/lanzarme/arrojarme/aventarme/saltar del/de/al/por/desde ?un/una/la/el/las ${heights}
  me voy/quiero/tiro/lanzo ?a tirar/lanzar/arrojar/aventar del/de/al/por ?un/una/la/el/las ${heights}
  ahorcarme
  carta de despedida
  ${they} ?siempre/ya/tambien me pega/pego/pegaba/golpea/golpeo/golpeaba/ahorco/estrangulo !la/un/el/una/su/mucho
  me pega/golpea cuando/si/con
  me maltrata/maltratan/maltrataba/violo/violaron/viola/estrangulo
  fui violada/violado/abusada/abusado
  abusa/abuso/abusaron/abusado de mi !chocolate/confianza
  me toca por/de/en la/las noche/noches !cocinar
  amenaza/amenazo/amenazan/amenazado con/de/que matarme/muerte
  me amenaza/amenazo/amenazan
  miedo de/a ir/volver/regresar/llegar/estar a/en ?mi casa
  temo/temer por mi vida
  estoy/estamos en peligro
  no ?me estoy/siento segura/seguro/segur en ?mi casa
  quiero/voy ?a matarlo/matarla/matarlos !a/de
  quiero/voy ?a matar a alguien/mi/todos
  no vale la pena ?seguir vivir/viviendo !en/con
  no despertar nunca/más/jamás
  no quiero estar ?aqui en este mundo
  no/ni quiero ?ya estar viva/vivo
  quiero/voy/quisiera ?a cortar las venas
  10/15/20/25/30/40/50/diez/veinte/treinta/cuarenta ${pills}
  mejor me muero/mato
  pensamientos de muerte
  me violaba/violaban/pegaba/golpeaba
  quiero que ?esto todo termine/acabe .
  me corto todos/todas/cada los/las/noche/día ?días/noches
`
