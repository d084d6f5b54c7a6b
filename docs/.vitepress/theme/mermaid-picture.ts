import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, useId, watch } from 'vue';

/** A picture that the browser draws from Mermaid text, in the colours of the page. */
export const MermaidPicture = defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const id = `picture-${useId()}`;
    const source = decodeURIComponent(props.text);
    const svg = ref<string>();
    const draw = async (dark: boolean): Promise<void> => {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: 'strict',
        theme: dark ? 'dark' : 'neutral',
        fontFamily: 'inherit',
      });
      svg.value = (await mermaid.render(id, source)).svg;
    };
    onMounted(() => watch(isDark, draw, { immediate: true }));
    return () =>
      svg.value === undefined
        ? h('pre', { class: 'picture' }, source)
        : h('div', { class: 'picture', innerHTML: svg.value });
  },
});
