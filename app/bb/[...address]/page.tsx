import { labMetadata, labPage } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("bb");
export default labPage();
